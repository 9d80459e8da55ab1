// The workbench: the rooms, which one is open, and the address that says so.

import { h, intoSight, markCurrent, put } from "./dom.js";
import { Refusal, connect, hasServer, hear } from "./link.js";
import { placeIn } from "./words.js";
import { textOf } from "./store.js";
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

// Notes what is open in a room, so that a reload and a bookmark come back to it.
function noteIn(name) {
  return (params) => {
    const place = (made[name].place = placeIn(name, params));
    document.querySelector(`#rooms [data-room=${name}]`).href = place;
    // An address that leads to another room already stays.
    if (shown === name && address().name === name) history.replaceState(null, "", place);
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
  if (first.name !== "plan" && !made.plan)
    await build("plan").show(first.name === "step" ? first.params : new URLSearchParams());
  // Meanwhile, another may have been asked for.
  const { name, params } = address();
  build(name);
  shown = name;
  for (const [other, { room }] of Object.entries(made)) room.hidden = other !== name;
  markCurrent(document.querySelectorAll("#rooms a"), (one) => one.dataset.room === name);
  document.title = `${ROOMS.find((room) => room[0] === name)[1]} – banto`;
  const place = placeIn(name, Object.fromEntries(params));
  if (place !== made[name].place) {
    made[name].place = place;
    await made[name].show(params);
  } else if (made[name].module.enterAgain) made[name].module.enterAgain();
  if (refusal) throw refusal;
}

document
  .getElementById("rooms")
  .append(...ROOMS.map(([name, title]) => h("a", { href: `#${name}`, "data-room": name }, title)));
document.getElementById("lessons").addEventListener("click", lesson.choose);
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
// What was handed in may be dropped anywhere; other files are for the room. The editors hear of none.
const take = async (file, target) => {
  if (file.name.endsWith(".json")) location.hash = await lesson.take(await textOf(file));
  else await made[shown].module.take?.(file, target);
};
addEventListener("dragover", (event) => event.dataTransfer.types.includes("Files") && event.preventDefault());
const drop = (event) => {
  const [file] = event.dataTransfer.files;
  if (!file) return;
  event.preventDefault();
  event.stopPropagation();
  take(file, event.target);
};
addEventListener("drop", drop, true);
connect();
go();
