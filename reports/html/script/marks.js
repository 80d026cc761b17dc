// Figures: what a mark shows, told to who points at it or visits it by keyboard.

const tip = element("div", { className: "tip", hidden: true });
tip.setAttribute("aria-hidden", "true"); // the mark's own label says the same
document.querySelector("main").append(tip);

function tell(mark) {
  const [name, ...rest] = mark.lines;
  tip.replaceChildren(element("strong", { textContent: name }), ...rest.map((s) => element("div", { textContent: s })));
  tip.hidden = false;
  const at = (all("circle, path", mark).pop() ?? mark).getBoundingClientRect();
  const box = tip.getBoundingClientRect();
  const x = Math.min(Math.max(8, at.x + at.width / 2 - box.width / 2), document.documentElement.clientWidth - box.width - 8);
  const above = at.y - box.height - 10;
  tip.style.left = `${x}px`;
  tip.style.top = `${above > 8 ? above : at.bottom + 10}px`;
}
const hush = () => { tip.hidden = true; };
// What moves away from under its words takes them along, or drops them.
addEventListener("scroll", () => {
  const mark = document.activeElement;
  if (!tip.hidden && mark?.lines && mark.matches(":focus-visible")) tell(mark);
  else hush();
}, { passive: true, capture: true });

// The mark under the pointer, else the nearest whose box is no further than this
// many pixels. Curves count only where they are hit: their boxes hold others.
const reach = 8;
function markAt(marks, event) {
  const hit = event.target.closest?.("g");
  if (marks.includes(hit)) return hit;
  let best = null, least = reach;
  for (const m of marks) {
    if (m.isCurve) continue;
    const b = m.getBoundingClientRect();
    const away = Math.hypot(Math.max(b.left - event.clientX, 0, event.clientX - b.right), Math.max(b.top - event.clientY, 0, event.clientY - b.bottom));
    if (away < least) [best, least] = [m, away];
  }
  return best;
}

// enhance makes a drawing's titles tooltips, and the drawing one stop of the
// keyboard, within which arrows go from mark to mark.
function enhance(svg) {
  const groups = all("g", svg).filter((g) => g.firstElementChild?.tagName === "title");
  for (const g of groups) {
    const title = g.firstElementChild;
    g.lines = title.textContent.split("\n");
    g.isCurve = g.querySelector("path[fill=none]") !== null;
    title.remove();
  }
  const marks = groups.filter((g) => g.querySelector("circle, path") && !(g.isCurve && g.querySelector("text")));
  if (marks.length === 0) return;
  svg.setAttribute("role", "group");
  marks.forEach((mark, i) => {
    mark.setAttribute("role", "img");
    mark.setAttribute("aria-label", mark.lines.join("; "));
    mark.setAttribute("tabindex", i === 0 ? "0" : "-1");
    mark.addEventListener("focus", () => { if (mark.matches(":focus-visible")) tell(mark); });
    mark.addEventListener("blur", hush);
  });
  svg.addEventListener("keydown", (event) => {
    const at = marks.indexOf(document.activeElement);
    const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: marks.length - 1 }[event.key];
    if (event.key === "Escape") hush();
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    const next = marks[Math.min(Math.max(to, 0), marks.length - 1)];
    marks.forEach((m) => m.setAttribute("tabindex", m === next ? "0" : "-1"));
    next.focus();
    tell(next);
  });
  const point = (event) => {
    const mark = markAt(marks, event);
    if (mark) tell(mark);
    else hush();
  };
  svg.addEventListener("pointermove", point);
  svg.addEventListener("pointerdown", point);
  svg.addEventListener("pointerleave", hush);
}
