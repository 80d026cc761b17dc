// Figures: other tasks, another policy for what is missing.

function switcher(figure, box, variants) {
  const caption = figure.querySelector(".caption");
  const main = { svg: box.firstElementChild, caption: caption.textContent, source: figure.source };
  const select = element("select", {}, element("option", { textContent: "As in the report", value: "" }));
  select.setAttribute("aria-label", "Show this figure for");
  const groups = new Map();
  variants.forEach((v, i) => {
    const name = v.dataset.group;
    if (!groups.has(name)) groups.set(name, element("optgroup", { label: name }));
    groups.get(name).append(element("option", { textContent: v.dataset.label, value: String(i) }));
  });
  select.append(...groups.values());
  const drawn = new Map();
  select.addEventListener("change", () => {
    let show = main;
    if (select.value !== "") {
      const v = variants[Number(select.value)];
      if (!drawn.has(v)) {
        const svg = v.content.firstElementChild.cloneNode(true);
        drawn.set(v, { source: svg.outerHTML, svg, caption: v.dataset.caption });
        enhance(svg);
      }
      show = drawn.get(v);
    }
    hush();
    box.replaceChildren(show.svg);
    caption.textContent = show.caption;
    figure.source = show.source;
    figure.dispatchEvent(new Event("redrawn", { bubbles: true }));
    say(`Shown: ${select.selectedOptions[0].textContent}`);
  });
  figure.querySelector(".tools").prepend(select);
}

const figureStyle = document.getElementById("figure-style").textContent;
for (const figure of all("figure.chart")) {
  const box = figure.querySelector(".scroll");
  if (!box) continue;
  figure.source = box.firstElementChild.outerHTML;
  const drawing = element("a", { href: "#" + figure.id, textContent: "SVG" });
  drawing.setAttribute("aria-label", "SVG of this figure");
  save(drawing, figure.id + ".svg", "image/svg+xml", () => figure.source.replace(/>/, (end) => `${end}<style>${figureStyle}</style>`));
  figure.querySelector("figcaption").append(element("span", { className: "tools" }, drawing, linkButton(figure.id, "figure")));
  enhance(box.firstElementChild);
  const variants = all("template", figure);
  if (variants.length > 0) switcher(figure, box, variants);
}
