/** What the browser keeps for us, where it lets us: private windows and strict settings may refuse. */

function drawer(of: () => Storage) {
  return {
    load<T>(key: string, otherwise: T): T {
      try {
        const text = of().getItem(key);
        return text === null ? otherwise : (JSON.parse(text) as T);
      } catch {
        return otherwise;
      }
    },
    store(key: string, value: unknown): void {
      try {
        of().setItem(key, JSON.stringify(value));
      } catch {
        // Full or forbidden: the page goes on without.
      }
    },
  };
}

export const { load, store } = drawer(() => localStorage);

/** What lasts as long as the tab. */
export const tab = drawer(() => sessionStorage);
