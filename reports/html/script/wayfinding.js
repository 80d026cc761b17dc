// Finding one's way.

// A box that has nothing to scroll is no stop for the keyboard.
const boxes = all(".scroll, pre");
const measure = () => {
  for (const box of boxes) {
    if (box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
};
measure();
addEventListener("resize", measure);
for (const d of all("details")) d.addEventListener("toggle", measure);

// A link into what is folded opens it, whatever else is folded around it. Paper has what the reader
// has unfolded.
const reveal = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  const folds = [target.querySelector(":scope > details")];
  for (let d = target.closest("details"); d; d = d.parentElement.closest("details")) folds.push(d);
  const closed = folds.filter((d) => d && !d.open);
  for (const d of closed) d.open = true;
  if (closed.length) target.scrollIntoView();
};
addEventListener("hashchange", reveal);
reveal();

// The contents mark the section that is being read.
const nav = document.querySelector("nav");
const links = new Map(all("nav a").map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
let current = null, waiting = false;
const follow = () => {
  waiting = false;
  let at = null;
  for (const h of headings) {
    if (h.getBoundingClientRect().top > innerHeight / 4) break;
    at = h;
  }
  const link = at && links.get(at.id);
  if (link === current) return;
  current?.removeAttribute("aria-current");
  current = link;
  if (!link) return;
  link.setAttribute("aria-current", "location");
  const l = link.getBoundingClientRect(), n = nav.getBoundingClientRect();
  if (l.top < n.top) nav.scrollTop -= n.top - l.top + 40;
  else if (l.bottom > n.bottom) nav.scrollTop += l.bottom - n.bottom + 40;
};
addEventListener("scroll", () => {
  if (!waiting) requestAnimationFrame(follow);
  waiting = true;
}, { passive: true });
follow();
