/** The mean of numbers; 0 of none. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The share of values that are true, from 0 to 1; 0 of none. */
export function share(values: readonly boolean[]): number {
  return mean(values.map(Number));
}
