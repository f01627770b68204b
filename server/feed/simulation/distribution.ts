/** A distribution of whole numbers: `chances[i]` is the probability of `least + i`. The chances add up to 1. */
export type Distribution = { least: number; chances: Float64Array };

/** The points that each side adds from some moment on, with the probability. */
export type Ending = { home: number; away: number; chance: number };

/** The possible endings, with equal scores merged. */
export function merged(endings: readonly Ending[]): Ending[] {
  const known = new Map<string, Ending>();
  for (const { home, away, chance } of endings) {
    const key = `${home}-${away}`;
    if (chance > 0) known.set(key, { home, away, chance: chance + (known.get(key)?.chance ?? 0) });
  }
  return [...known.values()];
}

/** The probability of each sum of both sides' points, from 0. */
export function totalsOf(endings: readonly Ending[]): Float64Array {
  const totals = new Float64Array(1 + Math.max(...endings.map(({ home, away }) => home + away)));
  for (const { home, away, chance } of endings) add(totals, home + away, chance);
  return totals;
}

export function add(chances: Float64Array | undefined, at: number, chance: number): void {
  if (chances) chances[at] = (chances[at] ?? 0) + chance;
}

/** Visits the numbers with a probability above 0. */
export function eachLikely(chances: Float64Array | undefined, visit: (at: number, chance: number) => void): void {
  for (let at = 0; at < (chances?.length ?? 0); at += 1) {
    const chance = chances?.[at] ?? 0;
    if (chance > 0) visit(at, chance);
  }
}

/**
 * Builds a distribution from `least` to `most` with `add`. A number outside of the range counts as the nearest one in
 * it.
 */
export function tally(least: number, most: number) {
  const chances = new Float64Array(most - least + 1);
  return {
    add(value: number, chance: number): void {
      const at = Math.min(Math.max(value - least, 0), chances.length - 1);
      chances[at] = (chances[at] ?? 0) + chance;
    },
    done: (): Distribution => ({ least, chances }),
  };
}

/** The distribution of the sum of `count` independent numbers; `chances` and the result start at the number 0. */
export function repeated(chances: readonly number[], count: number): Float64Array {
  let sum = new Float64Array([1]);
  for (let n = 0; n < count; n += 1) {
    const next = new Float64Array(sum.length + chances.length - 1);
    for (let i = 0; i < sum.length; i += 1) {
      const chance = sum[i] ?? 0;
      for (let k = 0; k < chances.length; k += 1) next[i + k] = (next[i + k] ?? 0) + chance * (chances[k] ?? 0);
    }
    sum = next;
  }
  return sum;
}

/** The Poisson distribution from 0 to `most`. The chances above `most` are left out. */
export function poisson(mean: number, most: number): Float64Array {
  const chances = new Float64Array(most + 1);
  let chance = Math.exp(-mean);
  for (let count = 0; count <= most; count += 1) {
    chances[count] = chance;
    chance *= mean / (count + 1);
  }
  return chances;
}

/** The normal distribution, rounded to whole numbers and cut at four standard deviations to each side. */
export function rounded(mean: number, deviation: number): Distribution {
  const least = Math.floor(mean - 4 * deviation);
  const chances = Float64Array.from({ length: Math.ceil(8 * deviation) + 2 }, (_, i) =>
    Math.exp(-(((least + i - mean) / deviation) ** 2) / 2),
  );
  const sum = chances.reduce((all, chance) => all + chance, 0);
  return { least, chances: chances.map((chance) => chance / sum) };
}

export function chanceAbove({ least, chances }: Distribution, value: number): number {
  let sum = 0;
  for (let i = Math.max(0, Math.floor(value) + 1 - least); i < chances.length; i += 1) sum += chances[i] ?? 0;
  return sum;
}

export function chanceBelow({ least, chances }: Distribution, value: number): number {
  let sum = 0;
  for (let i = 0; i < Math.min(Math.ceil(value) - least, chances.length); i += 1) sum += chances[i] ?? 0;
  return sum;
}
