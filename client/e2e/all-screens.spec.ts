import { expectFits } from './layout.ts';
import { test } from './stage.ts';
import { takeTour, tours } from './tours/tours.ts';

test.use({ viewport: { width: 390, height: 844 } });

for (const tour of tours)
  test(`every screen of ${tour.screens} fits real people, in all sizes of screens and text`, async ({
    stage,
    person,
  }) => {
    test.setTimeout(900_000); // some twenty screens at eight sizes, also on a busy machine
    await takeTour(tour, stage, person, expectFits, { leagues: 12, members: 300 });
  });
