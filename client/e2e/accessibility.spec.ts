import { expectAccessible } from './accessible.ts';
import { test } from './stage.ts';
import { tour } from './tour.ts';

test('every page is accessible in both themes', async ({ stage, person }) => {
  test.setTimeout(900_000); // axe runs on some fifty screens, also on a busy machine
  await tour(stage, person, expectAccessible, { leagues: 5, members: 12 });
});
