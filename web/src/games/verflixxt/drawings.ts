import type { RulesDrawings } from "../contract";
import Example from "./Example.svelte";

export default { Example } satisfies RulesDrawings;
