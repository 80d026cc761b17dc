// Messages: one line at the foot of the window, read out politely.

const status = element("div", { className: "status" });
status.setAttribute("role", "status");
document.querySelector("main").append(status);
let fading;
function say(message) {
  status.textContent = message;
  clearTimeout(fading);
  fading = setTimeout(() => { status.textContent = ""; }, 2500);
}
