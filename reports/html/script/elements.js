// What a reader can do beyond reading: sort, filter and copy tables, choose the
// runs to look at, switch a figure to other tasks, and ask a mark what it shows.
// Every number is in the page already; nothing is computed here but the order of
// rows. The files of this folder stand in one function, in the order of html.go.

const all = (selector, root = document) => [...root.querySelectorAll(selector)];
const element = (name, properties = {}, ...children) => {
  const e = Object.assign(document.createElement(name), properties);
  e.append(...children);
  return e;
};
const button = (label, title, act) => {
  const b = element("button", { type: "button", textContent: label });
  if (title) b.setAttribute("aria-label", title);
  b.addEventListener("click", act);
  return b;
};
