/** What the browser keeps for the page, where it may: private windows and strict settings refuse. */

/** Reads and writes JSON in one of the browser's two storages; a failure is the same as an empty storage. */
function jsonStorage(storage: () => Storage) {
  const tried = <T>(run: (storage: Storage) => T, otherwise: T): T => {
    try {
      return run(storage());
    } catch {
      return otherwise;
    }
  };
  return {
    load: <T>(key: string, otherwise: T): T =>
      tried((place) => {
        const text = place.getItem(key);
        return text === null ? otherwise : (JSON.parse(text) as T);
      }, otherwise),
    store: (key: string, value: unknown): void => tried((place) => place.setItem(key, JSON.stringify(value)), undefined),
    remove: (key: string): void => tried((place) => place.removeItem(key), undefined),
    /** The keys that begin like this. */
    keys: (start: string): string[] => tried((place) => Object.keys(place).filter((key) => key.startsWith(start)), []),
  };
}

/** What lasts until somebody clears it. */
export const { load, store } = jsonStorage(() => localStorage);

/** What lasts as long as the tab. */
export const tabStorage = jsonStorage(() => sessionStorage);
