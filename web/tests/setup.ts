import { afterEach } from "vitest";

// A console error in a component test is a failure of that test.
const seen: unknown[] = [];
console.error = (...what: unknown[]) => void seen.push(what);
console.warn = (...what: unknown[]) => void seen.push(what);

afterEach(() => {
  const said = seen.splice(0);
  if (said.length) throw new Error(`the console was written to: ${JSON.stringify(said)}`);
});

if (!("animate" in Element.prototype)) {
  // jsdom has no Web Animations; a finished animation is what reduced motion shows.
  Object.assign(Element.prototype, {
    animate: () => ({ cancel() {}, finish() {}, onfinish: null, finished: Promise.resolve(), currentTime: 0 }),
  });
}

// jsdom lays nothing out, so nothing ever changes its size.
globalThis.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
