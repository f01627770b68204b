import { performance } from 'node:perf_hooks';
import { median, percentile } from './figures.ts';
import { openConnection } from './http-connection.ts';
import type { Served } from './served.ts';

export type Contender = { name: string; served: Served; status: number; next(number: number): Buffer };

/** What one contender did over all rounds; `ratio` is its median rate against the first contender of the same round. */
export type Pace = {
  name: string;
  perSecond: number;
  ratio: number;
  p50: number;
  p99: number;
  /** Microseconds of the server process, the database not counted. */
  cpuPerRequest: number;
  answered: number;
};

export type Rounds = { rounds: number; ms: number; lines: number };

/**
 * Lets servers do the same work in turns, so that whatever else the machine does meets all of them. The first contender
 * goes again after the last one: the next round begins in the opposite order. Throws when a request is not answered as it should be.
 */
export async function runPaired(contenders: readonly Contender[], { rounds, ms, lines }: Rounds): Promise<Pace[]> {
  const kept = contenders.map((contender) => ({
    contender,
    rates: [] as number[],
    took: [] as number[],
    cpu: 0,
    sent: 0,
  }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const one of round % 2 === 0 ? kept : [...kept].reverse()) {
      const before = await one.contender.served.usage();
      const took = await burst(one.contender, one.sent, ms, lines);
      const after = await one.contender.served.usage();
      one.sent += took.length;
      if (round === 0) continue; // to warm up
      one.rates.push((took.length * 1_000) / ms);
      one.took.push(...took);
      one.cpu += after.cpuMs - before.cpuMs;
    }
  }
  return kept.map(({ contender: { name }, rates, took, cpu }) => ({
    name,
    perSecond: median(rates),
    ratio: median(rates.map((rate, round) => rate / (kept[0]?.rates[round] ?? Number.NaN))),
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
    cpuPerRequest: (cpu * 1_000) / took.length,
    answered: took.length,
  }));
}

/** How long each request took, in milliseconds. */
async function burst(
  { name, served, status, next }: Contender,
  from: number,
  ms: number,
  lines: number,
): Promise<number[]> {
  const took: number[] = [];
  const until = performance.now() + ms;
  let number = from;
  await Promise.all(
    Array.from({ length: lines }, async () => {
      const line = await openConnection(served.port);
      while (performance.now() < until) {
        const request = next(number);
        number += 1;
        const begun = performance.now();
        const reply = await line.send(request);
        took.push(performance.now() - begun);
        if (reply.status !== status) throw new Error(`${name}: ${reply.status} ${reply.body.toString()}`);
      }
      line.close();
    }),
  );
  return took;
}
