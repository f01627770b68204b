import { expectAccessible } from './accessible.ts';
import { test } from './stage.ts';
import { takeTour, tours } from './tours/tours.ts';

for (const tour of tours)
  test(`every screen of ${tour.screens} is accessible in both themes`, async ({ stage, person }) => {
    test.setTimeout(900_000); // axe runs on some twenty screens, also on a busy machine
    await takeTour(tour, stage, person, expectAccessible, { leagues: 5, members: 12 });
  });
