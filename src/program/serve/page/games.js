// The room of games: those that banto brings along, and any two-player game written in PDDL in the editors, against
// the engine, which searches with alpha-beta.

import { h, actionButton, button, choice, mainButton, plural } from "./dom.js";
import { run } from "./link.js";
import { brought } from "./files.js";
import { pair, said } from "./plan.js";

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
  abort = new AbortController(),
  played = null;

const given = () => ({ ...texts, moves: moves.length ? moves.join(",") : undefined });

function fail(place, done) {
  place.replaceChildren(said(done) || done.told);
}

// Words about first and second, for whoever is one of them.
const forYou = (words) =>
  side === "both"
    ? words
    : words.replace(/^(first|second) wins/, (_, winner) => (winner === side ? "you win" : "banto wins"));

const CHOICE = /^ *(\d+) (\(.*\))$/;

// Shows the position; where it is the engine's turn, lets it move. What was asked about another position is dropped.
async function show() {
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  note({ game: name, moves: moves.join(""), side: side === "first" ? "" : side, depth: depth === "6" ? "" : depth });
  value.textContent = "";
  try {
    const done = await run("game", given(), { signal });
    if (signal.aborted) return;
    if (done.code !== 0) {
      board.replaceChildren();
      legal.replaceChildren();
      // What is wrong, with its places, is said by the command that prints JSON.
      fail(live, await run("best", { ...given(), depth: 1 }, { signal }));
      return;
    }
    const lines = done.out.split("\n").filter((line) => line.trim());
    const turn = lines.findIndex((line) => line.endsWith(" to move"));
    // The moves are listed at the end, and where a board does not show them, before.
    const choices = lines.slice(turn + 1).flatMap((line) => (CHOICE.exec(line) || []).slice(2));
    const mover = turn < 0 ? null : lines[turn].startsWith("second") ? "second" : "first";
    const isMine = side === "both" || mover === side;
    const drawing = lines.slice(0, turn < 0 ? -1 : turn).filter((line) => !CHOICE.test(line));
    draw(drawing, choices, isMine);
    legal.replaceChildren(
      ...(isMine ? choices.map((one) => actionButton(one, "play this move", () => play(one))) : []),
    );
    // Who plays by keys goes on where the move was.
    const next = isMine && played && played.querySelector("button");
    if (next) next.focus();
    if (mover === null) {
      live.textContent = `The game is over: ${forYou(lines.at(-1))}.`;
      return;
    }
    live.textContent = isMine ? `${lines[turn]}: choose a place or a move.` : "banto thinks …";
    if (!isMine) await reply(signal);
  } catch (error) {
    if (!signal.aborted) live.textContent = error.message;
  }
}

async function reply(signal) {
  const done = await run("best", { ...given(), depth: Number(depth) }, { signal });
  if (signal.aborted) return;
  const [result] = done.results;
  if (!result || !result.best) return fail(live, done);
  moves.push(result.best);
  await show();
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
  // Where a column has one move, and nothing but free cells above it, what is played falls: any of them plays it.
  const moveOf = (sign) => /^\d+$/.test(sign || "") && choices[Number(sign) - 1];
  const columns = [...Array(wide).keys()].map((column) => rows.map((row) => row[column]));
  const falls = columns.every((column) => {
    const lowest = column.findLastIndex(moveOf);
    return column.every((sign, row) => (row < lowest ? sign === "." : row === lowest || sign !== "."));
  });
  board.replaceChildren(
    ...rows.flat().map((sign, index) => {
      const move = moveOf(falls && sign === "." ? columns[index % wide].find(moveOf) : sign);
      const shown = sign === "." ? "" : sign;
      if (move && isMine) return button(shown, move, () => play(move), { class: "place", "aria-label": move });
      return h(
        "span",
        { class: `place sign-${"XWB".includes(sign) ? 1 + (sign === "B") : sign === "O" ? 2 : 0}` },
        move || sign === "." ? "" : sign,
      );
    }),
  );
}

async function play(move) {
  played = [board, legal].find((part) => part.contains(document.activeElement));
  moves.push(move);
  await show();
}

// What the position is worth, and the best move.
async function worth() {
  const { signal } = abort;
  value.textContent = "thinking …";
  try {
    const done = await run("best", { ...given(), depth: 200 }, { signal });
    const [result] = done.results;
    if (signal.aborted) return;
    if (!result || !result.value) return fail(value, done);
    const found = `depth ${result.depth}, ${plural(result.nodes, "position")}${result.proven ? ", proven" : ""}`;
    value.textContent = `${forYou(result.value)}${result.best ? `; best: ${result.best}` : ""} (${found})`;
  } catch (error) {
    if (!signal.aborted) value.textContent = error.message;
  }
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
