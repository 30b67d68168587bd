/** The page of a game that has no folder: its view in words and numbers, its legal actions as buttons. */

import type { GamePage, Happened, Reader, Section } from "../games/contract";
import Board from "./Board.svelte";
import { inWords } from "./values";
import { partsOf, phaseOf, status } from "./view";
import { choice, sentences } from "./words";

type Data = Record<string, unknown>;

function describe(reader: Reader, view: Data, own: Data | null): Section[] {
  const { seats, table } = partsOf(reader, view, own);
  const phase = phaseOf(view);
  const lines = (facts: (typeof seats)[number]["facts"]) => facts.map(({ label, value }) => `${label}: ${inWords(value)}`);
  return [
    { heading: status(reader, view), lines: phase ? [reader.say("generic.phase", { phase })] : [] },
    ...(table.length ? [{ heading: reader.say("generic.table"), lines: lines(table) }] : []),
    ...seats.map(({ seat, facts }) => ({ heading: reader.names[seat] ?? "", lines: lines(facts) })),
  ];
}

const asks = status;
const soundOf = (_: number | null, events: Happened[]) => (events.length ? "card" : null);

export default { Board, asks, choice, describe, sentences, soundOf } as GamePage<unknown, unknown>;
