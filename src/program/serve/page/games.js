// The room of games: those that banto brings along, and any two-player game written in PDDL in the editors, against
// the engine, which searches with alpha-beta.

import { h, actionButton, build, button, put } from "./dom.js";
import { forms, plural } from "./words.js";
import { Turn } from "./link.js";
import { brought } from "./files.js";
import { pair, said } from "./texts.js";

const OWN = "the game in the editors";

let note, game, side, depth, rules, board, legal, live, value, turn, judge;
// Which of the players is the one at the page: the one who begins need not be the first.
let mine;
// The cells of the board by their names, row by row, and the signs of the players, if they have any.
let texts, moves, played, cells, signs;

// Runs a command on the position, in place of the one before; null if the player is at another position by now.
const ask = (name, extra = {}, inTurn = turn) =>
  inTurn.run(name, { ...texts, moves: moves.length ? moves.join(",") : undefined, ...extra });

const fail = (place, done) => place.replaceChildren(said(done) || done.told);

// How the board shows a player, and who that is.
const signOf = (player) => signs[player] || player;
const nameOf = (player) => (mine === "both" ? signOf(player) : player === mine ? "you" : "banto");
const wins = (player) => `${nameOf(player)} ${nameOf(player) === "you" ? "win" : "wins"}`;

const CHOICE = /^ *(\d+) (\(.*\))$/;

// Shows the position; where it is the engine's turn, lets it move. What was asked about another position is dropped.
async function show() {
  judge.drop();
  const unless = (one, usual) => (one.value === usual ? "" : one.value);
  note({ game: game.value, moves: moves.join(""), side: unless(side, "first"), depth: unless(depth, "6") });
  value.textContent = "";
  const done = await ask("game");
  if (!done) return;
  if (done.code !== 0) {
    put(board);
    put(legal);
    // What is wrong, with its places, is said by the command that prints JSON.
    const told = await ask("best", { depth: 1 });
    if (told) fail(live, told);
    return;
  }
  const plays = [...done.err.matchAll(/(first|second)[^,]*? plays (\S+?)(?=,|\s)/g)];
  signs = Object.fromEntries(plays.map((one) => one.slice(1)));
  const lines = done.out.split("\n").filter((line) => line.trim());
  const turnAt = lines.findIndex((line) => line.endsWith(" to move"));
  // The moves are listed at the end, and where a board does not show them, before.
  const choices = lines.slice(turnAt + 1).flatMap((line) => (CHOICE.exec(line) || []).slice(2));
  const mover = turnAt < 0 ? null : lines[turnAt].startsWith("second") ? "second" : "first";
  const isMine = mine === "both" || mover === mine;
  const drawing = lines.slice(0, turnAt < 0 ? -1 : turnAt).filter((line) => !CHOICE.test(line));
  // A game that is won ends with the cells that won it.
  const [, winner, row = ""] = /^(first|second)[^:]* wins(?:: (.*))?$/.exec(lines.at(-1)) || [];
  draw(drawing, choices, isMine, row.split(" "));
  put(legal, isMine && choices.map((one) => actionButton(one, "play this move", () => play(one))));
  // Who plays by keys goes on where the move was.
  if (isMine) played?.querySelector("button")?.focus();
  const who = side.value === "both" ? `${signOf(mover)} to move` : `Your move, you are ${signOf(mover)}`;
  if (mover === null) live.textContent = `The game is over: ${winner ? wins(winner) : "a draw"}.`;
  else live.textContent = isMine ? `${who}: choose a cell or a move.` : "banto thinks …";
  if (mover !== null && !isMine) await reply();
}

async function reply() {
  const done = await ask("best", { depth: Number(depth.value) });
  if (!done) return;
  const [result] = done.results;
  if (!result || !result.best) return fail(live, done);
  moves.push(result.best);
  await show();
}

// The drawing as a grid; where it has the number of a move, a button. What has no sign shows the name of its cell.
function draw(lines, choices, isMine, row) {
  const rows = lines.map((line) => line.trim().split(/\s+/));
  const wide = Math.max(1, ...rows.map((row) => row.length));
  board.style.setProperty("--wide", wide);
  const plain = rows.some((row) => row.length !== wide);
  board.className = plain ? "" : "cells";
  if (plain) return put(board, h("pre.drawing", lines.join("\n")));
  // Where a column has one move, and nothing but free cells above it, what is played falls: any of them plays it.
  const moveOf = (sign) => /^\d+$/.test(sign || "") && choices[Number(sign) - 1];
  const columns = [...Array(wide).keys()].map((column) => rows.map((row) => row[column]));
  const falls = columns.every((column) => {
    const lowest = column.findLastIndex(moveOf);
    return column.every((sign, row) => (row < lowest ? sign === "." : row === lowest || sign !== "."));
  });
  const last = forms(moves.at(-1)).flatMap((move) => move.slice(1, -1).split(" "));
  const place = (sign, index) => {
    const name = cells[index];
    const isFree = sign === "." || moveOf(sign);
    const move = moveOf(falls && sign === "." ? columns[index % wide].find(moveOf) : sign);
    const shown = isFree ? name : sign;
    if (move && isMine) return button(shown, move, () => play(move), { class: "place", "aria-label": move });
    const kind = { X: 1, W: 1, B: 2, O: 2 }[sign] || 0;
    const marks = ["place", !isFree && `sign-${kind}`, last.includes(name) && "last", row.includes(name) && "won"];
    return h("span", { class: marks.filter(Boolean).join(" "), title: name }, shown);
  };
  put(board, rows.flat().map(place));
}

async function play(move) {
  played = [board, legal].find((part) => part.contains(document.activeElement));
  moves.push(move);
  await show();
}

// What the position is worth, and the best move.
async function worth() {
  value.textContent = "thinking …";
  const done = await ask("best", { depth: 200 }, judge);
  if (!done) return;
  const [result] = done.results;
  if (!result || !result.value) return fail(value, done);
  const [, winner, when] = /^(first|second).* wins(.*)$/.exec(result.value) || [];
  const good =
    winner && `${nameOf(winner) === "banto" ? "Bad for you" : `Good for ${nameOf(winner)}`}: ${wins(winner)}${when}`;
  const even = result.value === "draw" && "Even: a draw, if nobody errs";
  const open = `Not known yet: nothing is decided within ${plural(result.depth, "move")}`;
  value.textContent = `${good || even || open}.${result.best ? ` The best move: ${result.best}.` : ""}`;
  board.querySelector(`[aria-label="${result.best}"]`)?.classList.add("best");
}

function undo() {
  const back = side.value === "both" ? 1 : 2;
  moves.splice(Math.max(0, moves.length - back), back);
  show();
}

// Begins the chosen game, after these moves.
async function begin(made = []) {
  moves = made;
  const found = (await brought()).games.find((one) => one.name === game.value);
  texts = found ? { domain: found.domain, problem: found.problem } : pair();
  const rows = [...`${texts.domain}\n${texts.problem}`.matchAll(/^\s*;+\s*board:\s*row\s+(.*)$/gm)];
  cells = rows.flatMap(([, row]) => row.trim().split(/\s+/)).filter((name) => name !== "-");
  // A domain begins with what it is about.
  const [, about = ""] = /^\s*;+ *([^]*?)(\n;? *\n|\n[^;]|$)/.exec(texts.domain) || [];
  rules.textContent = about.replace(/\n;+ *board:.*/g, "").replace(/\n;+ */g, " ");
  const start = await ask("game", { moves: undefined });
  if (!start) return;
  const other = /^second.* to move$/m.test(start.out) && { first: "second", second: "first" }[side.value];
  mine = other || side.value;
  show();
}

export function make(room, noteHere) {
  note = noteHere;
  const again = () => begin();
  const acts = { game: again, side: again, begin: again, depth: show, undo, worth };
  ({ game, side, depth, rules, board, legal, live, value } = build(room, "games", acts));
  [turn, judge] = [new Turn(live), new Turn(value)];
  return async (params) => {
    const all = (await brought()).games.map((one) => one.name);
    const options = [...all, OWN].map((one) => h("option", one));
    put(game, options);
    const wanted = params.get("game") || all[0];
    game.value = all.includes(wanted) ? wanted : OWN;
    side.value = params.get("side") || "first";
    depth.value = params.get("depth") || "6";
    begin(forms(params.get("moves")));
  };
}
