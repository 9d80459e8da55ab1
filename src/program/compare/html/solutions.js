// Draws the boards of levels, and steps through their solutions.
for (const section of document.querySelectorAll("section.level")) {
  const frame = section.querySelector("svg.board");
  const [board, things] = [new Board(frame.dataset.rows.split("|")), drawn("g", {})];
  const show = () => things.replaceChildren(...board.things());
  frame.setAttribute("viewBox", [0, 0, board.width * SIDE, board.rows.length * SIDE].join(" "));
  frame.append(...board.ground(), things);
  show();
  const controls = section.querySelector("div.player");
  if (!controls) continue;
  const choice = controls.querySelector("select");
  const go = stepper(controls, () => choice.value.length, (to) => {
    while (board.line.length > to) board.back();
    while (board.line.length < to) board.step(choice.value[board.line.length].toLowerCase());
    show();
  }, 120);
  choice.addEventListener("change", () => { board.begin(); go(0); });
}
