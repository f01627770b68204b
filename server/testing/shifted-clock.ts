import { readFileSync } from 'node:fs';

// Preloaded into a process by `--import`. Shifts its wall clock by the number of milliseconds in the file
// CLOCK_SHIFT_FILE, which it rereads. Timers and performance.now() are not shifted, as on a machine whose clock is set.
const file = process.env.CLOCK_SHIFT_FILE ?? '';
const readEveryMs = 20;
const readShift = () => Number(readFileSync(file, 'utf8'));

let shiftMs = readShift();
setInterval(() => {
  shiftMs = readShift();
}, readEveryMs).unref();

const RealDate = Date;
const now = () => RealDate.now() + shiftMs;
globalThis.Date = new Proxy(RealDate, {
  construct: (date, given, made) => Reflect.construct(date, given.length > 0 ? given : [now()], made),
  get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
});
