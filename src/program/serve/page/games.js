// The room of games: those that banto brings along, and any two-player game written in PDDL in the editors, against
// the engine, which searches with alpha-beta.

import { h, actionButton, button, choice, figure, mainButton } from "./dom.js";
import { run } from "./link.js";
import { brought } from "./files.js";
import { pair } from "./plan.js";

const OWN = "the game in the editors";
const LEVELS = [
  ["1", "looks 1 move ahead"],
  ["3", "3 moves"],
  ["6", "6 moves"],
  ["200", "as far as it can"],
];

let note = () => {},
  texts = null,
  name = "",
  moves = [],
  side = "first",
  depth = "6",
  board,
  legal,
  live,
  value,
  asked = 0;

const given = () => ({ ...texts, moves: moves.length ? moves.join(",") : undefined });

// Shows the position; where it is the engine's turn, lets it move.
async function show() {
  const mine = (asked += 1);
  note({ game: name, moves: moves.join(""), side: side === "first" ? "" : side, depth: depth === "6" ? "" : depth });
  value.textContent = "";
  try {
    const done = await run("game", given());
    if (mine !== asked) return;
    if (done.code !== 0) throw new Error(done.told);
    const lines = done.out.split("\n").filter((line) => line.trim());
    const turn = lines.findIndex((line) => line.endsWith(" to move"));
    const choices = lines.flatMap((line) => {
      const found = /^ *(\d+) (\(.*\))$/.exec(line);
      return found ? [found[2]] : [];
    });
    const mover = turn < 0 ? null : lines[turn].startsWith("second") ? "second" : "first";
    const isMine = side === "both" || mover === side;
    draw(lines.slice(0, turn < 0 ? -1 : turn), choices, isMine);
    legal.replaceChildren(
      ...(isMine ? choices.map((one) => actionButton(one, "play this move", () => play(one))) : []),
    );
    if (mover === null) {
      live.textContent = `The game is over: ${lines.at(-1)}.`;
      return;
    }
    live.textContent = isMine ? `${lines[turn]}: choose a place or a move.` : "banto thinks …";
    if (!isMine) await reply(mine);
  } catch (error) {
    live.textContent = error.message;
  }
}

async function reply(mine) {
  const done = await run("best", { ...given(), depth: Number(depth) });
  if (mine !== asked) return;
  const [result] = done.results;
  if (!result || !result.best) throw new Error(done.told);
  await play(result.best);
}

// The drawing as a grid; where it has the number of a move, a button.
function draw(lines, choices, isMine) {
  const rows = lines.map((line) => line.trim().split(/\s+/));
  const wide = Math.max(1, ...rows.map((row) => row.length));
  board.style.setProperty("--wide", wide);
  const plain = rows.some((row) => row.length !== wide);
  board.className = plain ? "" : "cells";
  if (plain) {
    board.replaceChildren(h("pre.drawing", lines.join("\n")));
    return;
  }
  board.replaceChildren(
    ...rows.flat().map((sign) => {
      const move = /^\d+$/.test(sign) && choices[Number(sign) - 1];
      if (move && isMine) return button(sign, move, () => play(move), { class: "place", "aria-label": move });
      return h(
        "span",
        { class: `place sign-${"XWB".includes(sign) ? 1 + (sign === "B") : sign === "O" ? 2 : 0}` },
        move || sign === "." ? "" : sign,
      );
    }),
  );
}

async function play(move) {
  moves.push(move);
  await show();
}

// What the position is worth, and the best move.
async function worth() {
  value.textContent = "thinking …";
  const done = await run("best", { ...given(), depth: 200 }).catch((error) => ({
    results: [],
    told: error.message,
  }));
  const [result] = done.results;
  if (!result || !result.value) {
    value.textContent = done.told;
    return;
  }
  value.textContent = `${result.value}${result.best ? `; best: ${result.best}` : ""} (depth ${result.depth}, ${figure(result.nodes)} positions${result.proven ? ", proven" : ""})`;
}

function undo() {
  const back = side === "both" ? 1 : 2;
  moves.splice(Math.max(0, moves.length - back), back);
  show();
}

async function choose(wanted) {
  name = wanted;
  const found = (await brought()).games.find((one) => one.name === wanted);
  texts = found ? { domain: found.domain, problem: found.problem } : pair();
}

export function make(room, noteHere) {
  note = noteHere;
  [board, legal] = [h("div", { role: "group", "aria-label": "the board" }), h("div")];
  [live, value] = [0, 0].map(() => h("p.live", { role: "status" }));
  const bar = h("div.bar");
  room.append(bar, live, h("div.table-side", h("section", board), h("section", h("h2", "Moves"), legal)), value);
  return async (params) => {
    const all = (await brought()).games.map((one) => one.name);
    side = params.get("side") || "first";
    depth = params.get("depth") || "6";
    moves = (params.get("moves") || "").match(/\([^()]*\)/g) || [];
    await choose(params.get("game") || all[0]);
    const again = (act) => async (value) => {
      await act(value);
      moves = [];
      show();
    };
    bar.replaceChildren(
      choice("the game", [...all, OWN], texts && all.includes(name) ? name : OWN, again(choose)),
      choice(
        "who you are",
        [
          ["first", "you begin"],
          ["second", "banto begins"],
          ["both", "you play both"],
        ],
        side,
        again((one) => {
          side = one;
        }),
      ),
      choice("how well banto plays", LEVELS, depth, (one) => {
        depth = one;
        show();
      }),
      mainButton("New game", "from the first move", () => {
        moves = [];
        show();
      }),
      button("Undo", "take your move back, and banto's reply", undo),
      button("What is it worth?", "the value of this position, and the best move", worth),
    );
    show();
  };
}
