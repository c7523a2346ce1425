// --- the first minute ----------------------------------------------------------------------------------------------

/// Leads through steps. A step has what it `say`s, the element that it is `at`, what it does when it `begin`s, whether it
/// `holds`, and then the next one begins, and how to `act` in a person's place. `reveal(element)` brings it into view.
/// What follows is how to `start` and to `end` it.
function tourOf(steps, { reveal, ended }) {
  const { el, fill } = coreecsPage, $ = (id) => document.getElementById(id);
  let k = -1;
  const drawn = new MutationObserver(() => {
    if (steps[k].holds?.()) go(k + 1);
    else point();
  });
  function point() {
    const aim = steps[k]?.at?.() ?? null, was = document.querySelector(".pointed");
    if (aim === was) return;
    was?.classList.remove("pointed");
    aim?.classList.add("pointed");
  }
  function go(to) {
    k = to;
    const { say, begin, act, at } = steps[k];
    begin?.();
    fill($("tour-says"), el("p", {}, el("span", { class: "aside" }, `${k + 1} of ${steps.length}. `), say));
    $("tour-next").hidden = !act;
    point();
    if (at?.()) reveal(at());
  }
  $("tour-next").addEventListener("click", () => steps[k].act());
  function end() {
    if (k < 0) return;
    drawn.disconnect();
    $("tour").hidden = true;
    k = -1;
    point();
    ended();
  }
  $("tour-end").addEventListener("click", end);
  return { end, start() {
    $("tour").hidden = false;
    go(0);
    drawn.observe(document.body, { childList: true, subtree: true });
  } };
}
