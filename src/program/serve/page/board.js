// The cells of a Sokoban board, in the shapes of all of banto's pictures.

const SVG = "http://www.w3.org/2000/svg";
const SIDE = 32;

// The shapes, in this document: those of another are loaded anew for each element that shows one.
fetch("shapes.svg")
  .then((answer) => answer.text())
  .then((text) => {
    const shapes = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    for (const side of ["width", "height"]) shapes.setAttribute(side, 0);
    document.body.append(shapes);
  });

const NAMES = {
  "#": ["wall"],
  ".": ["goal"],
  $: ["floor", "box"],
  "*": ["goal", "box-home"],
  "@": ["floor", "player"],
  "+": ["goal", "player-on-goal"],
};

// The picture of a cell.
export function cell(sign) {
  const picture = document.createElementNS(SVG, "svg");
  picture.setAttribute("viewBox", `0 0 ${SIDE} ${SIDE}`);
  for (const name of NAMES[sign] || ["floor"]) {
    const use = document.createElementNS(SVG, "use");
    use.setAttribute("href", `#${name}`);
    picture.append(use);
  }
  return picture;
}
