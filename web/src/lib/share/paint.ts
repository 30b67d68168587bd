/** Drawings of the page on a canvas: shapes as they are styled in the document, so that no address has to be loaded. */

/** An outline of a shape in its own coordinates; null for an element that is no shape. */
function outline(shape: Element): Path2D | null {
  const number = (name: string) => Number(shape.getAttribute(name) ?? 0);
  if (shape.tagName === "path") return new Path2D(shape.getAttribute("d") ?? "");
  const path = new Path2D();
  if (shape.tagName === "circle") path.arc(number("cx"), number("cy"), number("r"), 0, 2 * Math.PI);
  else if (shape.tagName === "ellipse") path.ellipse(number("cx"), number("cy"), number("rx"), number("ry"), 0, 0, 2 * Math.PI);
  else return null;
  return path;
}

/** Paints a drawing of the document into a square of the canvas. The drawing must be laid out, but need not be visible. */
export function paintSvg(context: CanvasRenderingContext2D, svg: SVGSVGElement, x: number, y: number, size: number): void {
  const scale = size / (svg.clientWidth || svg.getBoundingClientRect().width || size);
  for (const shape of svg.querySelectorAll<SVGGraphicsElement>("path, circle, ellipse")) {
    const path = outline(shape);
    const at = shape.getCTM();
    if (!path || !at) continue;
    const style = getComputedStyle(shape);
    context.save();
    context.translate(x, y);
    context.scale(scale, scale);
    context.transform(at.a, at.b, at.c, at.d, at.e, at.f);
    context.globalAlpha = Number(style.opacity || 1);
    context.lineJoin = style.strokeLinejoin as CanvasLineJoin;
    context.lineCap = style.strokeLinecap as CanvasLineCap;
    context.lineWidth = Number.parseFloat(style.strokeWidth);
    if (style.fill !== "none") {
      context.fillStyle = style.fill;
      context.fill(path);
    }
    if (style.stroke !== "none") {
      context.strokeStyle = style.stroke;
      context.stroke(path);
    }
    context.restore();
  }
}

/** Paints a face of the page: its drawing on a ground of the seat's colour with round corners. */
export function paintFace(context: CanvasRenderingContext2D, face: HTMLElement, x: number, y: number, size: number): void {
  context.save();
  context.beginPath();
  context.roundRect(x, y, size, size, size * 0.27);
  context.clip();
  const svg = face.querySelector("svg");
  if (svg) {
    context.fillStyle = getComputedStyle(svg).backgroundColor;
    context.fillRect(x, y, size, size);
    paintSvg(context, svg, x, y, size);
  }
  context.restore();
}

/** A text that fits into a width, with an ellipsis where it was cut; what has another direction stays together. */
export function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  const isolated = (part: string) => `\u2068${part}\u2069`;
  if (context.measureText(text).width <= width) return isolated(text);
  const letters = [...text];
  while (letters.length > 1 && context.measureText(`${letters.join("")}…`).width > width) letters.pop();
  return isolated(`${letters.join("").trimEnd()}…`);
}
