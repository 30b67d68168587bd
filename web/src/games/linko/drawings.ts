import type { RulesDrawings } from "../contract";
import Art from "./Art.svelte";
import Example from "./Example.svelte";

export default { Example, Symbols: Art } satisfies RulesDrawings;
