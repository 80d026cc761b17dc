"use strict";
// The list of attempts: searched and filtered in place. What is chosen stands in the address,
// so that a number in the report leads to the attempts that it counts, and a choice can be
// sent to somebody.
(() => {
  const list = document.getElementById("attempts");
  const texts = (item, name) => [...item.getElementsByClassName(name)].map((e) => e.textContent);
  const items = [...list.children].map((item) => ({
    item,
    text: item.textContent.toLowerCase(),
    benchmark: texts(item, "benchmark"), run: texts(item, "run"), mode: texts(item, "mode"), cause: texts(item, "cause"), tool: texts(item, "tool"),
    primary: texts(item, "primary"), outcome: [item.querySelector("strong").textContent], name: texts(item, "name")[0],
  }));
  const filters = [["benchmark", "Benchmark"], ["run", "Run"], ["outcome", "Outcome"], ["cause", "Cause"], ["mode", "Mode"], ["primary", "Primary mode"], ["tool", "Tool"]];
  const box = document.createElement("form");
  box.className = "filters";
  box.setAttribute("role", "search");
  box.setAttribute("aria-label", "Attempts");
  box.addEventListener("submit", (e) => e.preventDefault());
  const labelled = (name, control) => {
    const label = document.createElement("label");
    label.append(name, control);
    box.append(label);
    return control;
  };
  const search = labelled("Search", Object.assign(document.createElement("input"), { type: "search" }));
  const controls = new Map();
  for (const [key, name] of filters) {
    const counts = new Map();
    for (const i of items) for (const v of new Set(i[key])) counts.set(v, (counts.get(v) ?? 0) + 1);
    if (counts.size < 1 || (key === "benchmark" && counts.size < 2)) continue;
    const select = document.createElement("select");
    select.append(new Option("all", ""));
    const collator = new Intl.Collator("en", { numeric: true });
    for (const [v, n] of [...counts].sort((a, b) => collator.compare(a[0], b[0]))) select.append(new Option(`${v} (${n})`, v));
    controls.set(key, labelled(name, select));
  }
  const clear = Object.assign(document.createElement("button"), { type: "button", textContent: "Show all" });
  const said = document.createElement("output");
  box.append(clear, said);
  list.before(box);

  // A cell of a transition matrix: the tasks at which run a ended in one state and run b in
  // another.
  let pair = null;
  const state = (i) => (i.outcome[0] === "succeeded" ? "success" : i.outcome[0] === "failed" ? i.primary[0] ?? "none" : "");
  const task = (i) => i.name.replace(/, trial \d+$/, "");
  function paired() {
    if (!pair) return null;
    const at = (run, s) => new Set(items.filter((i) => i.run[0] === run && state(i) === s && inBenchmark(i)).map(task));
    const a = at(pair.a, pair.from), b = at(pair.b, pair.to);
    return (i) => inBenchmark(i) && (i.run[0] === pair.a && state(i) === pair.from || i.run[0] === pair.b && state(i) === pair.to) && a.has(task(i)) && b.has(task(i));
  }
  const inBenchmark = (i) => !pair.benchmark || i.benchmark[0] === pair.benchmark;

  function show() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const inPair = paired();
    let n = 0;
    for (const i of items) {
      let fits = words.every((w) => i.text.includes(w)) && (!inPair || inPair(i));
      for (const [key, control] of controls) fits = fits && (control.value === "" || i[key].includes(control.value));
      if (i.item.hidden === fits) i.item.hidden = !fits;
      n += fits;
    }
    const what = pair ? ` Tasks at which ${pair.a} ended in ${pair.from} and ${pair.b} in ${pair.to}.` : "";
    said.textContent = `${n.toLocaleString("en")} of ${items.length.toLocaleString("en")} attempts.${what}`;
  }
  function remember() {
    const p = new URLSearchParams();
    if (search.value) p.set("q", search.value);
    for (const [key, control] of controls) if (control.value) p.set(key, control.value);
    if (pair) for (const key of ["a", "b", "from", "to"]) p.set(key, pair[key]);
    history.replaceState(null, "", p.size ? "#" + p : location.pathname + location.search);
  }
  function recall() {
    const p = new URLSearchParams(location.hash.slice(1));
    search.value = p.get("q") ?? "";
    for (const [key, control] of controls) {
      control.value = p.get(key) ?? "";
      if (control.selectedIndex < 0) { // a value that no attempt here has: nothing fits
        control.append(new Option(p.get(key), p.get(key)));
        control.value = p.get(key);
      }
    }
    pair = p.has("from") ? { a: p.get("a"), b: p.get("b"), from: p.get("from"), to: p.get("to"), benchmark: controls.has("benchmark") ? p.get("benchmark") : null } : null;
    show();
  }
  box.addEventListener("input", () => { show(); remember(); });
  clear.addEventListener("click", () => {
    search.value = "";
    for (const control of controls.values()) control.value = "";
    pair = null;
    show();
    remember();
    search.focus();
  });
  addEventListener("hashchange", recall);
  recall();
})();
