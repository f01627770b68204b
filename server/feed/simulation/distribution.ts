/** How likely each whole number is: `chances[i]` is that of `least + i`. They add up to 1. */
export type Distribution = { least: number; chances: Float64Array };

/** What both sides score from somewhere on, and how likely. */
export type Ending = { home: number; away: number; chance: number };

/** The endings that can be, each score once. */
export function merged(endings: readonly Ending[]): Ending[] {
  const known = new Map<string, Ending>();
  for (const { home, away, chance } of endings) {
    const key = `${home}-${away}`;
    if (chance > 0) known.set(key, { home, away, chance: chance + (known.get(key)?.chance ?? 0) });
  }
  return [...known.values()];
}

/** How likely the endings bring each number of points of both sides together. */
export function totalsOf(endings: readonly Ending[]): Float64Array {
  const totals = new Float64Array(1 + Math.max(...endings.map(({ home, away }) => home + away)));
  for (const { home, away, chance } of endings) add(totals, home + away, chance);
  return totals;
}

export function add(chances: Float64Array | undefined, at: number, chance: number): void {
  if (chances) chances[at] = (chances[at] ?? 0) + chance;
}

/** Visits the numbers that can be. */
export function eachLikely(chances: Float64Array | undefined, visit: (at: number, chance: number) => void): void {
  for (let at = 0; at < (chances?.length ?? 0); at += 1) {
    const chance = chances?.[at] ?? 0;
    if (chance > 0) visit(at, chance);
  }
}

/** A distribution to be filled by `add`, from `least` to `most`; what lies outside counts at the border. */
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

/** The sum of `count` independent numbers of one distribution, each at least 0; `chances` from 0. */
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

/** How often something happens that is expected `mean` times, up to `most`. */
export function poisson(mean: number, most: number): Float64Array {
  const chances = new Float64Array(most + 1);
  let chance = Math.exp(-mean);
  for (let count = 0; count <= most; count += 1) {
    chances[count] = chance;
    chance *= mean / (count + 1);
  }
  return chances;
}

/** A normal number, rounded, four standard deviations to each side. */
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
