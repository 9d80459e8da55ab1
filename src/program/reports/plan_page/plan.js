// Shows a step of a plan: the state after it, what it needed, and what needs it.
(() => {
  const trace = JSON.parse(document.getElementById("trace").textContent);
  const section = document.querySelector("section.plan");
  const shown = section.querySelector(".shown");
  const buttons = Array.from(section.querySelectorAll(".steps button"));
  const arcs = Array.from(document.querySelectorAll(".arcs path"));
  const nodes = Array.from(document.querySelectorAll(".arcs g"));
  const last = trace.steps.length;
  const state = new Set(trace.init);
  let at = 0;

  function make(name, className, text) {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  }
  function link(step) {
    const button = make("button", "link", `step ${step}`);
    button.type = "button";
    button.dataset.at = step;
    return button;
  }
  // What each step is needed by, from what the others say of it.
  const needed = Array.from({ length: last + 1 }, () => []);
  trace.steps.map((step) => step.needs.concat(step.when)).concat([trace.goal]).forEach((reasons, index) => {
    for (const [, text, by] of reasons) if (by) needed[by]?.push([0, text.split(" is ")[0], index + 1]);
  });
  const draw = trace.scene ? mover(section, trace.scene) : () => {};
  const also = section.querySelector(".also");
  function heading(text) {
    shown.append(make("h3", "", text));
  }
  function reasons(title, list) {
    if (list.length === 0) return;
    heading(title);
    const items = make("ul", "reasons");
    for (const [depth, text, by] of list) {
      const item = make("li", "", text + " ");
      item.style.marginLeft = `${depth * 16}px`;
      if (by) item.append(by > last ? "the goal" : link(by));
      items.append(item);
    }
    shown.append(items);
  }
  function facts(title, list, added, deleted) {
    const groups = {};
    for (const fact of list) (groups[fact.split(/[ )]/)[0]] ||= []).push(fact);
    heading(title);
    for (const group of Object.values(groups)) {
      const row = make("p", "facts");
      for (const fact of group.sort((one, other) => one.localeCompare(other, undefined, { numeric: true }))) {
        const sign = added.has(fact) ? "+ " : deleted.has(fact) ? "− " : "";
        const kind = added.has(fact) ? "added" : deleted.has(fact) ? "deleted" : "";
        row.append(make("span", kind, sign + fact));
      }
      shown.append(row);
    }
  }
  function show(to) {
    const change = (gone, come) => {
      gone.forEach((fact) => state.delete(fact));
      come.forEach((fact) => state.add(fact));
    };
    for (; at < to; at += 1) change(trace.steps[at].deletes, trace.steps[at].adds);
    for (; at > to; at -= 1) change(trace.steps[at - 1].adds, trace.steps[at - 1].deletes);
    const step = at > 0 ? trace.steps[at - 1] : null;
    shown.replaceChildren();
    shown.append(make("p", "action", step ? `${at} ${step.action}` : "The initial state"));
    if (step) shown.append(make("p", "where", `cost ${step.cost} so far`));
    draw(at);
    if (also) also.textContent = trace.also[at] || "";
    const name = (number) => trace.facts[number];
    const added = new Set(step ? step.adds.map(name) : []);
    const deleted = new Set(step ? step.deletes.map(name) : []);
    facts(step ? "The state after it" : "What holds", Array.from(state, name).concat(Array.from(deleted)), added, deleted);
    if (step) {
      reasons("What it needs", step.needs);
      reasons("Its conditional effects", step.when);
      reasons("What needs it", needed[at]);
    }
    if (at === last) reasons(trace.reached ? "Why the goal holds" : "The goal does not hold", trace.goal);
    if (at === 0 && trace.fixed.length > 0) {
      const details = make("details");
      const words = trace.fixed.length === 1 ? "1 fact that never changes" : `${trace.fixed.length} facts that never change`;
      details.append(make("summary", "", words));
      details.append(make("p", "facts", trace.fixed.join(" ")));
      shown.append(details);
    }
    buttons.forEach((button, index) => button.toggleAttribute("aria-current", index + 1 === at));
    const list = section.querySelector(".steps");
    const current = buttons[at - 1];
    const top = current ? current.offsetTop - list.offsetTop : 0, bottom = top + (current ? current.offsetHeight : 0);
    list.scrollTop = Math.max(Math.min(list.scrollTop, top), bottom - list.clientHeight);
    arcs.forEach((arc) => {
      arc.classList.toggle("needs", Number(arc.dataset.to) === at);
      arc.classList.toggle("gives", at > 0 && Number(arc.dataset.from) === at);
    });
    nodes.forEach((node) => node.classList.toggle("on", Number(node.dataset.at) === at));
  }
  const go = stepper(section.querySelector("div.player"), () => last, show, 700);
  document.addEventListener("click", (event) => {
    const found = event.target.closest("[data-at]");
    if (found) go(Math.min(last, Number(found.dataset.at)));
  });
  if (trace.start) go(trace.start);
})();
