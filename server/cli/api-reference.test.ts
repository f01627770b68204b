import { expect, test } from 'vitest';
import { apiReference, writtenReference } from './api-reference.ts';

test('the API reference in docs/ is up to date: npm run docs:api', async () => {
  expect(await writtenReference()).toBe(apiReference());
});
