// The workbench: the rooms, which one is open, and the address that says so.

import { h, intoSight, markCurrent, put } from "./dom.js";
import { Refusal, connect, hasServer, hear } from "./link.js";
import { placeIn } from "./words.js";
import * as lesson from "./lesson.js";
import * as plan from "./plan.js";
import * as compare from "./compare.js";
import * as games from "./games.js";
import * as step from "./step.js";
import * as sokoban from "./sokoban.js";

// Each room: its name in the address, its title, its module. `step` is about the texts of `plan`.
const ROOMS = [
  ["plan", "Plan", plan],
  ["step", "Step", step],
  ["sokoban", "Sokoban", sokoban],
  ["compare", "Compare", compare],
  ["games", "Games", games],
];

const main = document.getElementById("room");
document.getElementById("loading").remove();
const made = {};
let shown = null;

// What the address says: a room, and what is open in it.
function address() {
  const [name, rest = ""] = location.hash.slice(1).split("?");
  return { name: ROOMS.some((room) => room[0] === name) ? name : "plan", params: new URLSearchParams(rest) };
}

// Notes what is open in a room, so that a reload and a bookmark come back to it, with the lesson; in Step, with the texts.
function noteIn(name) {
  return (params) => {
    made[name].noted = params;
    // Other texts, and another lesson, are those of all rooms.
    for (const [one, { noted }] of Object.entries(made)) {
      if (!noted) continue;
      made[one].place = placeIn(one, { ...(one === "step" ? plan.where() : lesson.address()), ...noted });
      document.querySelector(`#rooms [data-room=${one}]`).href = made[one].place;
    }
    // An address that leads to another room already stays.
    if (shown === name && address().name === name) history.replaceState(null, "", made[name].place);
  };
}

// Makes a room, unless it is there; gives it if it was made.
function build(name) {
  if (made[name]) return null;
  const module = ROOMS.find((room) => room[0] === name)[2];
  const room = h("div", { class: `room ${name}`, hidden: true });
  main.append(room);
  made[name] = { room, module };
  made[name].show = module.make(room, noteIn(name));
  // What a finger does not show.
  const buttons = [...room.querySelectorAll("button[title]")].map((one) => [one.textContent, one.title]);
  const lines = [...new Map(buttons)].map(([word, title]) => h("li", h("b", word), ` ${title}`));
  room.append(h("details.titles", h("summary", "What the buttons do"), h("ul.reasons", lines)));
  return made[name];
}

async function go() {
  let refusal = null;
  const handed = await lesson.carried().catch((error) => (refusal = error) && "#plan");
  if (handed) history.replaceState(null, "", handed);
  const first = address();
  const texts = plan.named(first.params);
  const isElsewhere = first.name !== "plan" && !(made.plan && plan.isOpen(texts));
  if (isElsewhere) await (build("plan") || made.plan).show(new URLSearchParams(texts));
  // Meanwhile, another may have been asked for.
  const { name, params } = address();
  build(name);
  shown = name;
  for (const [other, { room }] of Object.entries(made)) room.hidden = other !== name;
  markCurrent(document.querySelectorAll("#rooms a"), (one) => one.dataset.room === name);
  document.title = `${ROOMS.find((room) => room[0] === name)[1]} – banto`;
  const place = placeIn(name, Object.fromEntries(params));
  if (isElsewhere || place !== made[name].place) {
    made[name].place = place;
    await made[name].show(params);
  } else if (made[name].module.enterAgain) made[name].module.enterAgain();
  if (refusal) throw refusal;
}

document
  .getElementById("rooms")
  .append(...ROOMS.map(([name, title]) => h("a", { href: `#${name}`, "data-room": name }, title)));
document.getElementById("lessons").addEventListener("click", () => lesson.choose());
const status = document.getElementById("link");
if (!hasServer) status.textContent = "loading the engine …";
for (const way of ["up", "down"]) hear(way, (words = "") => put(status, words));
addEventListener("hashchange", go);
addEventListener("unhandledrejection", (event) => {
  const { reason } = event;
  if (!(reason instanceof Refusal)) return;
  event.preventDefault();
  if (reason.isStop) return;
  const live = made[shown].room.querySelector(".live");
  put(live, reason.said || reason.message);
  intoSight(live);
});
// What was handed in may be dropped anywhere; another file is for the room. The editors hear of none.
const drop = async (event) => {
  const files = [...event.dataTransfer.files];
  if (!files.length) return;
  event.preventDefault();
  event.stopPropagation();
  if (files.every((file) => file.name.endsWith(".json"))) await lesson.takeAll(files, lesson.choose);
  else if (files.length > 1) throw new Refusal("One file at a time, unless all were handed in: nothing was changed.");
  else await made[shown].module.take?.(files[0], event.target);
};
addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
addEventListener("drop", drop, true);
connect();
go();
