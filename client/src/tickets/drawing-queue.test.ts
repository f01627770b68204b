import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queueDrawing } from './drawing-queue.ts';

let frames: FrameRequestCallback[];
let withdraw: (() => void)[];
let drawn: string[];
let clock = 0;

beforeEach(() => {
  [frames, withdraw, drawn] = [[], [], []];
  vi.stubGlobal('innerHeight', 800);
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => {
    frames = [];
  });
});

afterEach(() => {
  for (const end of withdraw) end();
  vi.unstubAllGlobals();
});

/** Queues a part of a height of 100 px, `top` px below the top of the screen. */
function queue(name: string, top: number): () => void {
  const part = document.createElement('div');
  part.getBoundingClientRect = () => new DOMRect(0, top, 400, 100);
  const end = queueDrawing(part, (rows) => drawn.push(`${name} ${rows}`));
  withdraw.push(end);
  return end;
}

/** Lets a frame begin, `ms` after the one before. */
function frame(ms: number): void {
  clock += ms;
  const asked = frames;
  frames = [];
  for (const callback of asked) callback(clock);
}

test('one part a frame draws, the nearest to the middle of the screen first', () => {
  queue('above', -900);
  queue('below', 1_000);
  queue('on the screen', 500);
  frame(1_000);
  expect(drawn).toEqual(['on the screen 1']);
  frame(16);
  frame(16);
  expect(drawn).toEqual(['on the screen 1', 'below 2', 'above 2']);
  expect(frames).toEqual([]);
});

test('a long time after the last rows a single one is drawn', () => {
  queue('first', 0);
  frame(1_000);
  queue('second', 0);
  frame(33);
  queue('third', 0);
  frame(50);
  expect(drawn).toEqual(['first 1', 'second 2', 'third 1']);
});

test('a part that was withdrawn is not drawn, and a later one has a frame', () => {
  queue('gone', 0)();
  expect(frames).toEqual([]);
  queue('later', 0);
  frame(1_000);
  expect(drawn).toEqual(['later 1']);
});
