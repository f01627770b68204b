import { events } from '#shared/api/events.ts';
import { signedIn } from './draw.ts';
import { BrokenLaw, type Person, type Season } from './season.ts';

/** Chosen: so many that most leagues of a small season have a page. */
const pagesOfRound = 5;
const second = 1_000;

/**
 * Some people open pages and leave them open for a round; now and then a visitor does. A web process that ends takes the
 * pages of the round with it.
 */
export async function openPages(season: Season): Promise<void> {
  const { chance, pages, step, trace } = season;
  await pages.closeAll();
  for (let count = 0; count < pagesOfRound; count += 1) {
    const person = chance.is(0.9) ? signedIn(season) : null;
    const words = `${person?.email ?? 'a visitor'} opens a page`;
    const { result: status, wasCut } = await step(words, () => pages.open(person));
    trace.add(`  ${status}${wasCut ? ' after a cut' : ''}`);
    if (status !== events.status && !wasCut) throw new BrokenLaw(`${words}: ${status}`);
  }
}

/**
 * Lets the open pages hear what has changed, and checks it; returns whether they have heard all of it. `bettor`: see
 * `Pages.check`.
 */
export async function hearChanges(season: Season, bettor: Person | null = null): Promise<boolean> {
  const { clock, pages, step, trace } = season;
  await clock.advance(second); // a process reads the changes twice a second
  const words = 'the pages hear what has changed';
  const { wasCut } = await step(words, () => pages.poll());
  const { lines, broken } = await pages.check(wasCut, bettor);
  for (const line of lines) trace.add(line);
  if (broken.length > 0) throw new BrokenLaw([`${clock.now().toISOString()} ${words}:`, ...broken].join('\n  '));
  return !wasCut;
}
