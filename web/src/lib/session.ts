/** What lasts as long as the browser's tab. */

export function load<T>(key: string, otherwise: T): T {
  try {
    const text = sessionStorage.getItem(key);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function store(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Full or forbidden: then there is no looking back across a reload.
  }
}
