// Chooses between two annotators: a press is sent, kept, and the page is loaded anew at the same place.

import { $, ask, attempt } from "./asking.js";

const desk = $("agreement");
const kept = "allonym-agreement-place";

async function choose(button) {
  const place = button.dataset.place || null;
  const done = await attempt($("refused"), () =>
    ask(`/api/agreement/${desk.dataset.number}/choose`, { place, side: button.dataset.side }),
  "allonym agreement … --adjudicate");
  if (done === null) return;
  sessionStorage.setItem(kept, JSON.stringify({ top: window.scrollY, place: button.dataset.place, side: button.dataset.side }));
  window.location.reload();
}

function comeBack() {
  const told = sessionStorage.getItem(kept);
  if (!told) return;
  sessionStorage.removeItem(kept);
  const { top, place, side } = JSON.parse(told);
  const buttons = [...desk.querySelectorAll("button")];
  const button = buttons.find((each) => each.dataset.place === place && each.dataset.side === side);
  if (button) button.focus({ preventScroll: true });
  window.scrollTo(0, top);
}

desk.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-side]");
  if (button) choose(button);
});
comeBack();
