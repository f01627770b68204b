const twoTo32 = 4_294_967_296;

/** 32 bits that every bit of the words changes: FNV-1a, then mixed. */
export function hash(words: string): number {
  let bits = 0x811c9dc5;
  for (let i = 0; i < words.length; i += 1) bits = Math.imul(bits ^ words.charCodeAt(i), 0x01000193);
  return mixed(bits);
}

function mixed(bits: number): number {
  let x = bits;
  x = Math.imul(x ^ (x >>> 16), 0x7feb352d);
  x = Math.imul(x ^ (x >>> 15), 0x846ca68b);
  return (x ^ (x >>> 16)) >>> 0;
}

/** A stream of chance that is the same in every process for the same words: a counter with a step of its own, each value mixed. */
export class Chance {
  #state: number;
  readonly #step: number;

  constructor(words: string) {
    this.#state = hash(words);
    this.#step = hash(`step ${words}`) | 1; // odd, so that the counter passes all 32 bits
  }

  /** From 0 up to, but not, 1. */
  next(): number {
    this.#state = (this.#state + this.#step) | 0;
    return mixed(this.#state) / twoTo32;
  }

  /** From `low` up to `high`. */
  between(low: number, high: number): number {
    return low + (high - low) * this.next();
  }

  /** Normal, with mean 0 and standard deviation 1. */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next());
  }

  /** Whether something of this probability happens. */
  happens(probability: number): boolean {
    return this.next() < probability;
  }

  /** How often something happens that is expected `mean` times. */
  poisson(mean: number): number {
    const limit = Math.exp(-mean);
    let count = 0;
    for (let product = this.next(); product > limit; product *= this.next()) count += 1;
    return count;
  }
}
