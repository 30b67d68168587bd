/** A result as a picture: who won, and everybody's face and points. It is drawn on a canvas in the browser. */

import { fitted, paintFace, paintSvg } from "./paint";

/** A seat in the picture, in the order of the points. */
export interface ResultRow {
  name: string;
  /** The level of a bot; empty for a person. */
  about: string;
  points: string;
  won: boolean;
  /** The element with the seat's face. */
  face: HTMLElement | null;
}

export interface ResultPicture {
  headline: string;
  /** The game and the variant. */
  game: string;
  /** The day, and where it was played. */
  footer: string;
  rows: ResultRow[];
  paw: SVGSVGElement | null;
}

const WIDTH = 1200;
const LEAST_HEIGHT = 630;
const SIDE = 72;
const TOP = 236;
const ROW = 84;
const BOTTOM = 92;
const FONT = "Inter, system-ui, sans-serif";

const COLOURS = {
  felt: "oklch(0.3 0.04 190)",
  deep: "oklch(0.19 0.03 195)",
  ink: "oklch(0.97 0.012 90)",
  soft: "oklch(0.97 0.012 90 / 0.75)",
  row: "oklch(0.97 0.01 90 / 0.08)",
  amber: "oklch(0.8 0.15 75)",
  onAmber: "oklch(0.25 0.05 70)",
};

/** Draws a result; the canvas is as high as the number of seats needs. */
export async function drawResult(canvas: HTMLCanvasElement, result: ResultPicture): Promise<void> {
  await document.fonts.load(`700 40px ${FONT}`);
  canvas.width = WIDTH;
  canvas.height = Math.max(LEAST_HEIGHT, TOP + result.rows.length * ROW + BOTTOM);
  const context = canvas.getContext("2d");
  if (!context) return;
  ground(context, canvas.height, result.paw);
  const write = writer(context);
  write(result.game, { y: 96, size: 34, weight: 550, colour: COLOURS.soft });
  write(result.headline, { y: 174, size: 66, weight: 780 });
  result.rows.forEach((row, i) => drawRow(context, row, TOP + i * ROW));
  write(result.footer, { y: canvas.height - 38, size: 26, weight: 500, colour: COLOURS.soft });
}

function ground(context: CanvasRenderingContext2D, height: number, paw: SVGSVGElement | null): void {
  const light = context.createRadialGradient(WIDTH * 0.3, 0, 80, WIDTH * 0.5, height * 0.5, WIDTH * 0.75);
  light.addColorStop(0, COLOURS.felt);
  light.addColorStop(1, COLOURS.deep);
  context.fillStyle = light;
  context.fillRect(0, 0, WIDTH, height);
  if (paw) paintSvg(context, paw, WIDTH - SIDE - 92, 56, 92);
}

interface Line {
  y: number;
  size: number;
  weight: number;
  colour?: string;
  x?: number;
  room?: number;
  align?: CanvasTextAlign;
}

const writer =
  (context: CanvasRenderingContext2D) =>
  (text: string, { y, size, weight, colour = COLOURS.ink, x = SIDE, room = WIDTH - 2 * SIDE - 110, align = "left" }: Line): number => {
    // A long text gets smaller letters before it is cut.
    for (let px = size; px >= size * 0.6; px -= 2) {
      context.font = `${weight} ${px}px ${FONT}`;
      if (context.measureText(text).width <= room) break;
    }
    context.fillStyle = colour;
    context.textAlign = align;
    context.textBaseline = "alphabetic";
    const shown = fitted(context, text, room);
    context.fillText(shown, x, y);
    return context.measureText(shown).width;
  };

function drawRow(context: CanvasRenderingContext2D, row: ResultRow, y: number): void {
  const write = writer(context);
  const [ink, soft] = row.won ? [COLOURS.onAmber, COLOURS.onAmber] : [COLOURS.ink, COLOURS.soft];
  context.fillStyle = row.won ? COLOURS.amber : COLOURS.row;
  context.beginPath();
  context.roundRect(SIDE, y, WIDTH - 2 * SIDE, ROW - 12, 20);
  context.fill();
  if (row.face) paintFace(context, row.face, SIDE + 12, y + 8, 56);
  const left = SIDE + 92;
  const points = write(row.points, { x: WIDTH - SIDE - 28, y: y + 50, size: 40, weight: 740, colour: ink, align: "right" });
  const room = WIDTH - SIDE - 60 - points - left - (row.about ? 170 : 0);
  const name = write(row.name, { x: left, y: y + 49, size: 36, weight: 660, colour: ink, room });
  if (row.about) write(row.about, { x: left + name + 18, y: y + 48, size: 26, weight: 500, colour: soft, room: 150 });
}

/** The picture as a file. */
export async function pictureFile(canvas: HTMLCanvasElement, name: string): Promise<File | null> {
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  return blob && new File([blob], name, { type: "image/png" });
}
