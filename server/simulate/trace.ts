import { createHash } from 'node:crypto';

/** The record of a season. Each request, answer, job, ledger entry, letter and push is a line. */
export type Trace = {
  add(line: string): void;
  /** A digest of all lines so far. */
  digest(): string;
  lines: number;
};

/**
 * write  gets each line, if somebody wants to read them.
 */
export function startTrace(write: (line: string) => void = () => undefined): Trace {
  const hash = createHash('sha256');
  const trace: Trace = {
    lines: 0,
    add: (line) => {
      trace.lines += 1;
      hash.update(`${line}\n`);
      write(line);
    },
    digest: () => hash.copy().digest('hex').slice(0, 16),
  };
  return trace;
}

/** The first line, counted from 1, that differs between two traces. The shorter one has null at its end. */
type Difference = { line: number; one: string | null; other: string | null };

/** Returns null for equal traces. */
export function firstDifference(one: readonly string[], other: readonly string[]): Difference | null {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    if (one[at] !== other[at]) return { line: at + 1, one: one[at] ?? null, other: other[at] ?? null };
  }
  return null;
}
