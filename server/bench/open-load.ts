import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type HttpConnection, openConnection, type Reply } from './http-connection.ts';

/** A request, and who hears the reply to it, if anybody does. */
export type Shot = { kind: string; request: Buffer; hear?(reply: Reply): void };

/** A request that was to begin `at` milliseconds after the load's start; null status for one that was not answered in time. */
export type Sample = { kind: string; at: number; ms: number; status: number | null };

const patienceMs = 5_000;

/**
 * Requests at the times that `rateAt` says, whether or not the server keeps up: time is counted from when a request was to
 * begin, so that a stall counts for everybody who would have come during it (no coordinated omission).
 *
 * rateAt  requests a second at a second of the load.
 */
export async function openLoad(
  port: number,
  { seconds, rateAt, next }: { seconds: number; rateAt: (second: number) => number; next: (number: number) => Shot },
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const free: HttpConnection[] = [];
  const lines = new Set<HttpConnection>();
  const running = new Set<Promise<void>>();
  const begun = performance.now();
  let at = 0;
  for (let number = 0; at < seconds * 1_000; number += 1) {
    const early = at - (performance.now() - begun);
    if (early > 1) await pause(early);
    const shot = fire(next(number), at).finally(() => running.delete(shot));
    running.add(shot);
    at += 1_000 / rateAt(at / 1_000);
  }
  await Promise.race([Promise.all(running), pause(patienceMs)]);
  for (const line of lines) line.close();
  await Promise.all(running);
  return samples;

  async function fire({ kind, request, hear }: Shot, due: number): Promise<void> {
    const reply = await answered(request).catch(() => null);
    const ms = performance.now() - begun - due;
    samples.push({ kind, at: due, ms, status: !reply || ms > patienceMs ? null : reply.status });
    if (reply) hear?.(reply);
  }

  function freeLine(): HttpConnection | null {
    for (let line = free.pop(); line; line = free.pop()) if (line.isOpen()) return line;
    return null;
  }

  async function answered(request: Buffer): Promise<Reply> {
    const line = freeLine() ?? (await openConnection(port));
    lines.add(line);
    const reply = await line.send(request);
    free.push(line);
    return reply;
  }
}
