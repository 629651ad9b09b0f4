async () => {
  const began = performance.now();
  const frame = () => new Promise(requestAnimationFrame);
  const done = (list) => document.fonts.status === "loaded" && list.every((t) => t.querySelector(".picture > *"));
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: "w", bubbles: true }));
  let screen = 0;
  const root = () => document.querySelector(".wall");
  for (;;) {
    await frame();
    if (performance.now() - began > 30000) throw new Error("the wall didn't come");
    const box = root()?.getBoundingClientRect();
    if (!box) continue;
    const isSeen = (b) => b.top < box.bottom && b.bottom > box.top;
    const seen = [...document.querySelectorAll(".thumb")].filter((t) => isSeen(t.getBoundingClientRect()));
    if (seen.length && done(seen)) break;
  }
  screen = performance.now() - began;
  while (performance.now() - began < 60000) {
    if (root().getAttribute("aria-busy") === "false") break;
    await frame();
  }
  const whole = performance.now() - began;
  const times = [];
  let [last, shown, blank] = [await frame(), 0, 0];
  const all = root().scrollHeight - root().clientHeight;
  // As far in a deck of any size, and at least past 302 cards: at this pace 2,000 take minutes.
  const end = Math.min(all, 20000);
  for (let y = 0; y < 2 * end; y += 50) {
    root().scrollTop = y < end ? y : 2 * end - y;
    const now = await frame();
    times.push(now - last);
    last = now;
    const box = root().getBoundingClientRect();
    for (const t of document.querySelectorAll(".thumb")) {
      const { top, bottom } = t.getBoundingClientRect();
      if (top >= box.bottom || bottom <= box.top) continue;
      shown++;
      if (!t.querySelector(".picture > *")) blank++;
    }
  }
  // What is left passes a window at a time, for what it leaves in memory.
  for (let y = end; y < all; y += root().clientHeight) {
    root().scrollTop = y;
    await frame();
    await frame();
  }
  return { screen, whole, times, blank: (100 * blank) / shown };
}
