import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sportRules, sports } from '#shared/domain/sport.ts';

const houseRules = readFileSync(join(import.meta.dirname, '../../../docs/house-rules.md'), 'utf8');

test.each(sports)('the house rules have the row of %s as How to Play prints it', (sport) => {
  const { counts, unplayed, details } = sportRules[sport].rulebook;
  expect(houseRules).toContain(`| ${sport} | ${counts} | ${unplayed} | ${details ? `${details} ` : ''}|`);
});
