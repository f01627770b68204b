import fc from 'fast-check';

/**
 * The seed of the random choices in tests. It is fixed, so that a test makes the same choices in every run; SEED in the
 * environment sets another. As a setup file of Vitest this module also sets it for every law.
 */
export const seed = Number(process.env.SEED ?? 1);

fc.configureGlobal({ seed });
