// Figures in words, and what words of the program say.

import { many } from "./board.js";

// A number with thousands set apart.
export function figure(number) {
  return number === null || number === undefined ? "–" : Number(number).toLocaleString("en").replaceAll(",", "\u202f");
}

export function bytes(number) {
  const unit = number < 1024 ? 0 : Math.min(3, Math.floor(Math.log2(number) / 10));
  return `${(number / 1024 ** unit).toFixed(unit ? 1 : 0)} ${["B", "KiB", "MiB", "GiB"][unit]}`;
}

export const plural = (count, ...words) => many(count, ...words).replace(String(count), figure(count));

export const seconds = (time) => (time === null || time === undefined ? "–" : `${time.toFixed(time < 10 ? 2 : 1)} s`);

// The facts or actions that a text consists of.
export const forms = (text) => (text || "").match(/\([^()]*\)/g) || [];

// What a text defines: a domain or a problem, and its name.
export function defined(text) {
  const [, kind = "", name = ""] = /^(?:\s|;.*\n)*\(\s*define\s*\(\s*(\w+)\s*([^\s()]*)/i.exec(text) || [];
  return { kind: kind.toLowerCase(), name };
}

// The address of a room with what is open in it; what is empty is left out.
export function placeIn(room, params) {
  const kept = Object.entries(params).filter((one) => one[1]);
  return `#${room}${kept.length ? `?${new URLSearchParams(kept)}` : ""}`;
}

// What is wrong with an argument of a command, in words of a page, which has no flags.
export const plain = (text) => text.replace(/^(error: )?(invalid value .*? for '.*?': )?/, "").split("\n\n")[0];
