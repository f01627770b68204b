import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createBackgroundWork } from './background-work.ts';

test('background work starts after its caller has gone on, runs one after another, and is waited for', async () => {
  const backgroundWork = createBackgroundWork(pino({ level: 'silent' }));
  const done: string[] = [];
  for (const name of ['first', 'second']) backgroundWork.start(name, async () => void done.push(name));
  await Promise.resolve();
  expect(done).toEqual([]);
  await backgroundWork.done();
  expect(done).toEqual(['first', 'second']);
});

test('late work that fails is logged by its name and holds up no other', async () => {
  let logged = '';
  const backgroundWork = createBackgroundWork(pino({}, { write: (line) => (logged += line) }));
  let isDone = false;
  backgroundWork.start('mail reset', async () => Promise.reject(new Error('no database')));
  backgroundWork.start('other', async () => {
    isDone = true;
  });
  await backgroundWork.done();
  expect([JSON.parse(logged).work, isDone]).toEqual(['mail reset', true]);
});
