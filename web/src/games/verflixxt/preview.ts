import type { GamePreview } from "../contract";
import Picture from "./Picture.svelte";

export default { Picture, values: { track: ["shuffled", "pro", "swapped", "lucky-last"] }, aid: false } satisfies GamePreview;
