import { performance } from 'node:perf_hooks';
import { median, percentile } from './figures.ts';
import { openConnection } from './http-connection.ts';
import type { Served } from './served.ts';

export type Contender = { name: string; served: Served; status: number; next(number: number): Buffer };

/**
 * One contender's figures over all rounds; `ratio` is the median of its rate divided by the first contender's, by
 * round.
 */
export type PairedFigures = {
  name: string;
  perSecond: number;
  ratio: number;
  p50: number;
  p99: number;
  /** CPU microseconds of the server process, without the database. */
  cpuPerRequest: number;
  answered: number;
};

export type Rounds = { rounds: number; ms: number; connections: number };

/**
 * Alternates between servers that do the same work, so that other load on the machine affects all alike. Every second
 * round runs in the opposite order. Throws if a reply has another status than the contender's.
 */
export async function runPaired(
  contenders: readonly Contender[],
  { rounds, ms, connections }: Rounds,
): Promise<PairedFigures[]> {
  const totals = contenders.map((contender) => ({
    contender,
    rates: [] as number[],
    took: [] as number[],
    cpu: 0,
    sent: 0,
  }));
  for (let round = 0; round <= rounds; round += 1) {
    for (const one of round % 2 === 0 ? totals : [...totals].reverse()) {
      const before = await one.contender.served.usage();
      const took = await burst(one.contender, one.sent, ms, connections);
      const after = await one.contender.served.usage();
      one.sent += took.length;
      if (round === 0) continue; // the warm-up
      one.rates.push((took.length * 1_000) / ms);
      one.took.push(...took);
      one.cpu += after.cpuMs - before.cpuMs;
    }
  }
  return totals.map(({ contender: { name }, rates, took, cpu }) => ({
    name,
    perSecond: median(rates),
    ratio: median(rates.map((rate, round) => rate / (totals[0]?.rates[round] ?? Number.NaN))),
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
    cpuPerRequest: (cpu * 1_000) / took.length,
    answered: took.length,
  }));
}

/** Sends requests for `ms`, starting with request number `from`; returns the latency of each in milliseconds. */
async function burst(
  { name, served, status, next }: Contender,
  from: number,
  ms: number,
  connections: number,
): Promise<number[]> {
  const took: number[] = [];
  const until = performance.now() + ms;
  let number = from;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const connection = await openConnection(served.port);
      while (performance.now() < until) {
        const request = next(number);
        number += 1;
        const begun = performance.now();
        const reply = await connection.send(request);
        took.push(performance.now() - begun);
        if (reply.status !== status) throw new Error(`${name}: ${reply.status} ${reply.body.toString()}`);
      }
      connection.close();
    }),
  );
  return took;
}
