import { expect, test, vi } from 'vitest';

test('chunks for an idle browser are loaded one after another, and a failed one stops no other', async () => {
  vi.stubGlobal('requestIdleCallback', (act: () => void) => act());
  vi.resetModules(); // chunks of modules that other tests have loaded may still wait
  const { idleNamed } = await import('./lazy-component.ts');
  const ends: ((end: 'loaded' | 'failed') => void)[] = [];
  const load = () =>
    new Promise<{ Part: () => null }>((loaded, failed) =>
      ends.push((end) => (end === 'loaded' ? loaded({ Part: () => null }) : failed(new Error('offline')))),
    );
  for (let at = 0; at < 3; at += 1) idleNamed('Part', load);
  const begun = (count: number) => vi.waitFor(() => expect(ends).toHaveLength(count));
  await begun(1);
  await new Promise((resolve) => setTimeout(resolve)); // all that could have begun has
  expect(ends).toHaveLength(1);
  ends[0]?.('failed');
  await begun(2);
  ends[1]?.('loaded');
  await begun(3);
});
