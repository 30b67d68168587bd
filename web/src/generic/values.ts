/** Sorts a view's plain data into the few shapes that the generic board can draw and read out. */

import { list } from "$lib/words/words";

/** A value that is ready to be shown. */
export type Shown =
  | { shape: "text"; text: string }
  /** Several equal or different things, such as cards in a hand; `count` is how many there are of one. */
  | { shape: "items"; items: { text: string; count: number }[] }
  | { shape: "facts"; facts: Fact[] }
  | { shape: "rows"; columns: string[]; rows: Shown[][] }
  | { shape: "list"; values: Shown[] };

export interface Fact {
  label: string;
  value: Shown;
}

/** How names of fields and plain values are written. */
export interface Writer {
  label(field: string): string;
  none: string;
  yes: string;
  no: string;
  /** By seat. */
  names: string[];
}

type Data = Record<string, unknown>;

/** Fields whose number is a seat. */
export const SEATS = ["seat", "turn", "actor", "start", "owner", "other", "player", "winner"];

const isData = (value: unknown): value is Data => typeof value === "object" && value !== null && !Array.isArray(value);
const isScalar = (value: unknown) => value === null || typeof value !== "object";

/** A value in the shape that fits it; `field` is the name of the field in which it stands. */
export function shape(writer: Writer, value: unknown, field = ""): Shown {
  if (Array.isArray(value)) return ofList(writer, value);
  if (isData(value)) return ofData(writer, value);
  return { shape: "text", text: scalar(writer, value, field) };
}

export function scalar(writer: Writer, value: unknown, field = ""): string {
  if (value === null || value === undefined || value === "") return writer.none;
  if (typeof value === "boolean") return value ? writer.yes : writer.no;
  if (typeof value === "number" && SEATS.includes(field)) return writer.names[value] ?? String(value);
  return String(value).replace(/^-(?=\d)/, "−");
}

function ofList(writer: Writer, values: unknown[]): Shown {
  if (!values.length) return { shape: "text", text: writer.none };
  if (values.every(isScalar)) return { shape: "items", items: values.map((one) => ({ text: scalar(writer, one), count: 1 })) };
  const columns = values.every(isData) ? Object.keys(values[0] as Data) : [];
  if (columns.length && values.every((one) => Object.keys(one as Data).join() === columns.join())) {
    const rows = values.map((one) => columns.map((column) => shape(writer, (one as Data)[column], column)));
    return { shape: "rows", columns: columns.map((column) => writer.label(column)), rows };
  }
  return { shape: "list", values: values.map((one) => shape(writer, one)) };
}

/** The longest text of a card or tile, in characters; a longer key is the name of a field. */
const ITEM_LENGTH = 3;

/** Whether data says how many there are of each item, such as { "7": 2, "j": 1 }. */
const isCount = (entries: [string, unknown][]): entries is [string, number][] =>
  entries.every(([name, value]) => typeof value === "number" && name.length <= ITEM_LENGTH);

function ofData(writer: Writer, data: Data): Shown {
  const entries = Object.entries(data);
  if (!entries.length) return { shape: "text", text: writer.none };
  if (isCount(entries)) {
    const items = entries.filter(([, count]) => count !== 0).map(([text, count]) => ({ text: scalar(writer, text), count }));
    return items.length ? { shape: "items", items } : { shape: "text", text: writer.none };
  }
  return { shape: "facts", facts: facts(writer, data) };
}

export const facts = (writer: Writer, data: Data): Fact[] =>
  Object.entries(data).map(([field, value]) => ({ label: writer.label(field), value: shape(writer, value, field) }));

/** A shown value in words, on one line. */
export function inWords(shown: Shown): string {
  switch (shown.shape) {
    case "text":
      return shown.text;
    case "items":
      return shown.items.map(({ text, count }) => (count === 1 ? text : `${count} × ${text}`)).join(", ");
    case "facts":
      return shown.facts.map(({ label, value }) => `${label} ${inWords(value)}`).join(", ");
    case "rows":
      return shown.rows.map((row) => row.map((cell, i) => `${shown.columns[i]} ${inWords(cell)}`).join(", ")).join("; ");
    case "list":
      return list(shown.values.map(inWords));
  }
}
