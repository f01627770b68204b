import { readdirSync, renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// Preloaded into a process by `--import`. Its clocks run `speed` times as fast from an instant on, as the database's do,
// and it writes its memory and handles to a file.
//
// Timers are real: they limit how long the machine works on something. The worker's polls alone are timed by
// `speed`: a worker that polls less often than FEED_POLL_SECONDS by its own clocks counts as one that slept.
const { SOAK_CLOCK = '', SOAK_USAGE_FILE = '', SOAK_SAMPLE_MS = '1000', FEED_POLL_SECONDS = '1' } = process.env;
const [fromMs = 0, speed = 1] = SOAK_CLOCK.split(' ').map(Number);
const pollMs = Number(FEED_POLL_SECONDS) * 1_000;

const RealDate = Date;
const now = () => Math.round(fromMs + (RealDate.now() - fromMs) * speed);
globalThis.Date = new Proxy(RealDate, {
  construct: (date, given, made) => Reflect.construct(date, given.length > 0 ? given : [now()], made),
  get: (date, key) => (key === 'now' ? now : Reflect.get(date, key)),
});

const realMs = performance.now.bind(performance);
performance.now = () => realMs() * speed;

const startInterval = globalThis.setInterval;
globalThis.setInterval = new Proxy(startInterval, {
  apply: (start, self, [work, ms, ...rest]) =>
    Reflect.apply(start, self, [work, ms === pollMs ? ms / speed : ms, ...rest]),
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Writes memory after a garbage collection, open files and sockets, and timers and requests that are under way. */
function writeUsage(): void {
  collectGarbage();
  const { heapUsed, external, rss } = process.memoryUsage();
  const usage = {
    heap: (heapUsed + external) / 2 ** 20,
    rss: rss / 2 ** 20,
    handles: process.getActiveResourcesInfo().length,
    // Other systems than Linux have no such folder.
    files: process.platform === 'linux' ? readdirSync('/proc/self/fd').length : 0,
  };
  writeFileSync(`${SOAK_USAGE_FILE}.new`, JSON.stringify(usage));
  renameSync(`${SOAK_USAGE_FILE}.new`, SOAK_USAGE_FILE);
}

startInterval(writeUsage, Number(SOAK_SAMPLE_MS)).unref();
