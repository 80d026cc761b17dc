// Copying and saving.

// A page opened from a file may not use the clipboard: then select and copy.
async function copy(text, what) {
  let done = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const back = document.activeElement;
    const area = element("textarea", { value: text, className: "offscreen" });
    document.body.append(area);
    area.select();
    done = document.execCommand("copy");
    area.remove();
    back?.focus();
  }
  say(done ? `Copied ${what}` : "The browser refused to copy");
}

// save has a link lead to a file's content, which is there even where the page
// stands alone.
function save(link, name, type, content) {
  link.addEventListener("click", () => {
    const url = URL.createObjectURL(new Blob([content()], { type }));
    link.href = url;
    link.download = name;
    setTimeout(() => URL.revokeObjectURL(url), 60000);
  });
}

const addressOf = (id) => location.href.replace(/#.*/s, "") + "#" + encodeURIComponent(id);
const linkButton = (id, what) =>
  button("Copy link", `Copy link to this ${what}`, () => copy(addressOf(id), "the link"));
