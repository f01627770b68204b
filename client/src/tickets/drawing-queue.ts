/** Draws that many further rows of a part, at most. */
type Draw = (rows: number) => void;

/** The parts of long lists with rows that are not drawn yet. */
const waiting = new Map<Element, Draw>();

/** The request of the next frame that draws; null while nothing waits. */
let nextFrame: number | null = null;

/** The start of the last frame that drew rows, in milliseconds by the clock of `requestAnimationFrame`. */
let lastDrawn = 0;

/**
 * Chosen: a little more than two frames of a screen with 60 a second. If more time has passed since rows were drawn, a
 * single row is drawn, else two.
 */
const longGapMs = 40;

/**
 * Draws one or two further rows of a part in a frame of its own. Of all parts that wait, the one nearest to the middle of
 * the screen has the next frame. Returns a function that withdraws the part.
 */
export function queueDrawing(part: Element, draw: Draw): () => void {
  waiting.set(part, draw);
  nextFrame ??= requestAnimationFrame(drawNearest);
  return () => {
    waiting.delete(part);
    if (waiting.size > 0 || nextFrame === null) return;
    cancelAnimationFrame(nextFrame);
    nextFrame = null;
  };
}

/** `start`: of the frame. */
function drawNearest(start: number): void {
  const rows = start - lastDrawn > longGapMs ? 1 : 2;
  let nearest: { part: Element; draw: Draw; distance: number } | null = null;
  for (const [part, draw] of waiting) {
    const distance = fromMiddle(part);
    if (!nearest || distance < nearest.distance) nearest = { part, draw, distance };
  }
  if (nearest) waiting.delete(nearest.part);
  nextFrame = waiting.size > 0 ? requestAnimationFrame(drawNearest) : null;
  lastDrawn = start;
  nearest?.draw(rows);
}

/** CSS pixels between an element and the middle of the screen; 0 if it covers that. */
function fromMiddle(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.max(0, top - innerHeight / 2, innerHeight / 2 - bottom);
}
