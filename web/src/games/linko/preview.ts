import type { GamePreview } from "../contract";
import Picture from "./Picture.svelte";

export default { Picture, values: {}, aid: true } satisfies GamePreview;
