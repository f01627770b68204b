import { performance } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { type HttpConnection, openConnection, type Reply } from './http-connection.ts';

/** A request to send; `onReply` gets the reply. */
export type Shot = { kind: string; request: Buffer; onReply?(reply: Reply): void };

/** A request scheduled for `at` milliseconds after the load's start; status is null if no answer arrived in time. */
export type Sample = { kind: string; at: number; ms: number; status: number | null };

const timeoutMs = 5_000;

/**
 * Sends requests at a given rate, even if the server falls behind. Latency counts from the scheduled time, so that a
 * stall counts for every request scheduled during it (no coordinated omission).
 *
 * rateAt  requests per second at a given second of the load.
 */
export async function openLoad(
  port: number,
  { seconds, rateAt, next }: { seconds: number; rateAt: (second: number) => number; next: (number: number) => Shot },
): Promise<Sample[]> {
  const samples: Sample[] = [];
  const free: HttpConnection[] = [];
  const connections = new Set<HttpConnection>();
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
  await Promise.race([Promise.all(running), pause(timeoutMs)]);
  for (const connection of connections) connection.close();
  await Promise.all(running);
  return samples;

  async function fire({ kind, request, onReply }: Shot, due: number): Promise<void> {
    const reply = await answered(request).catch(() => null);
    const ms = performance.now() - begun - due;
    samples.push({ kind, at: due, ms, status: !reply || ms > timeoutMs ? null : reply.status });
    if (reply) onReply?.(reply);
  }

  function freeConnection(): HttpConnection | null {
    for (let found = free.pop(); found; found = free.pop()) if (found.isOpen()) return found;
    return null;
  }

  async function answered(request: Buffer): Promise<Reply> {
    const connection = freeConnection() ?? (await openConnection(port));
    connections.add(connection);
    const reply = await connection.send(request);
    free.push(connection);
    return reply;
  }
}
