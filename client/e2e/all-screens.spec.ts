import { expectFits } from './layout.ts';
import { test } from './stage.ts';
import { tour } from './tour.ts';

test.use({ viewport: { width: 390, height: 844 } });

test('every screen fits real people, on small and large screens and with large text', async ({ stage, person }) => {
  test.setTimeout(900_000); // some fifty screens at eight sizes, also on a busy machine
  await tour(stage, person, expectFits, { leagues: 12, members: 300 });
});
