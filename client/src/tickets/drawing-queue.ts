/** Draws that many further rows of a part, at most. */
type Draw = (rows: number) => void;

/** The parts of long lists with rows that are not drawn yet. */
const waiting = new Map<Element, Draw>();

let isFrameAsked = false;

/** The start of the last frame that drew rows, in milliseconds since the page was loaded. */
let lastDrawn = 0;

/** Chosen: a little more than two frames of a screen with 60 a second. After a longer one a single row is drawn, else two. */
const longFrameMs = 40;

/**
 * Draws one or two further rows of a part in a frame of its own. Of all parts that wait, the one nearest to the middle of
 * the screen has the next frame. Returns a function that withdraws the part.
 */
export function queueDrawing(part: Element, draw: Draw): () => void {
  waiting.set(part, draw);
  askForFrame();
  return () => waiting.delete(part);
}

function askForFrame(): void {
  if (isFrameAsked) return;
  isFrameAsked = true;
  requestAnimationFrame(drawNearest);
}

function drawNearest(start: number): void {
  isFrameAsked = false;
  const [nearest] = [...waiting.keys()].toSorted((one, other) => fromMiddle(one) - fromMiddle(other));
  const draw = nearest && waiting.get(nearest);
  if (!draw) return;
  waiting.delete(nearest);
  if (waiting.size > 0) askForFrame();
  draw(start - lastDrawn > longFrameMs ? 1 : 2);
  lastDrawn = start;
}

/** CSS pixels between an element and the middle of the screen; 0 if it covers that. */
function fromMiddle(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect();
  return Math.max(0, top - innerHeight / 2, innerHeight / 2 - bottom);
}
