import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createBackgroundWork } from './background-work.ts';

test('late work begins after the caller has gone on, runs one after the other, and is waited for', async () => {
  const lateWork = createBackgroundWork(pino({ level: 'silent' }));
  const done: string[] = [];
  for (const name of ['first', 'second']) lateWork.start(name, async () => void done.push(name));
  await Promise.resolve();
  expect(done).toEqual([]);
  await lateWork.done();
  expect(done).toEqual(['first', 'second']);
});

test('late work that fails is logged by its name and holds up no other', async () => {
  let logged = '';
  const lateWork = createBackgroundWork(pino({}, { write: (line) => (logged += line) }));
  let isDone = false;
  lateWork.start('mail reset', async () => Promise.reject(new Error('no database')));
  lateWork.start('other', async () => {
    isDone = true;
  });
  await lateWork.done();
  expect([JSON.parse(logged).work, isDone]).toEqual(['mail reset', true]);
});
