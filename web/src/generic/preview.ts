import type { GamePreview } from "../games/contract";
import Picture from "./Picture.svelte";

export default { Picture, values: {}, aid: false } satisfies GamePreview;
