const twoTo32 = 4_294_967_296;

/** A 32-bit hash of a text: FNV-1a, then mixed so that every bit of the text changes every bit of the hash. */
export function hash(text: string): number {
  let bits = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193);
  return mixed(bits);
}

function mixed(bits: number): number {
  let x = bits;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

/**
 * A pseudo-random number generator, seeded by a text: equal seeds give equal numbers in every process. It mixes the
 * values of a counter whose step depends on the seed.
 */
export class Chance {
  #state: number;
  readonly #step: number;

  constructor(seed: string) {
    this.#state = hash(seed);
    this.#step = hash(`step ${seed}`) | 1; // odd, so that the counter has a period of 2 ** 32
  }

  /** Uniform from 0 up to, but not including, 1. */
  next(): number {
    this.#state = (this.#state + this.#step) | 0;
    return mixed(this.#state) / twoTo32;
  }

  /** Uniform from `low` up to, but not including, `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Normally distributed, with mean 0 and standard deviation 1. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** True with this probability. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** Poisson distributed. */
  poisson(mean: number): number {
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count += 1;
    return count;
  }
}
