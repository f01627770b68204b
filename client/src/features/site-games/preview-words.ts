import type { Preview, PreviewLeague, PreviewTicket } from '#shared/api/admin-games.ts';
import { counted } from '#shared/domain/count.ts';
import { isolate } from '#shared/domain/naming.ts';
import type { GameTeams } from '#shared/words/game-title.ts';
import { legWords } from '#shared/words/leg-words.ts';

/** A ticket by its leg on the game; a parlay by the number of its legs, because its other games are nobody's business. */
export function ticketWords({ legs, ...leg }: PreviewTicket, game: GameTeams): string {
  return legs > 1 ? `Parlay, ${legs} legs` : legWords({ ...leg, game });
}

const outcomes = [
  ['won', 'win', 'wins'],
  ['lost', 'lose', 'loses'],
  ['back', 'get the stake back', 'gets the stake back'],
  ['open', 'wait for other legs', 'waits for other legs'],
] as const;

/** The grades of the tickets, counted: '5 tickets in 2 leagues: 3 win, 1 loses, 1 waits for other legs.' */
export function countWords({ leagues, more }: Preview): string {
  const tickets = leagues.flatMap(({ members }) => members.flatMap((member) => member.tickets));
  const none = 'No ticket moves.';
  if (tickets.length === 0 && more.tickets === 0) return none;
  const endOf = ({ after }: PreviewTicket) =>
    after === null ? 'open' : after === 'push' || after === 'void' ? 'back' : after;
  const parts = outcomes.flatMap(([end, several, one]) => {
    const count = tickets.filter((ticket) => endOf(ticket) === end).length;
    return count > 0 ? [`${count} ${count === 1 ? one : several}`] : [];
  });
  const concerned = leagues.filter(({ members }) => members.length > 0).length;
  return `${counted(tickets.length, 'ticket')} in ${counted(concerned, 'league')}: ${parts.join(', ')}.`;
}

/** The change of leaders, in one sentence: 'In Sunday League Theo takes the lead from Maya.' */
export function topWords(leagues: readonly PreviewLeague[]): string {
  const changed = leagues.filter(({ leaders }) => namesOf(leaders.before) !== namesOf(leaders.after));
  const [first, ...others] = changed;
  if (!first) return leagues.length > 0 ? 'Nothing changes at the top.' : '';
  const further = others.length > 0 ? ` The lead changes in ${counted(others.length, 'other league')} too.` : '';
  return `In ${isolate(first.name)} ${leadWords(first)}.${further}`;
}

function leadWords({ leaders: { before, after } }: PreviewLeague): string {
  const gone = before.filter((name) => !after.includes(name));
  const come = after.filter((name) => !before.includes(name));
  if (gone.length === 0) return `${namesOf(come)} now ${come.length === 1 ? 'shares' : 'share'} the lead`;
  const verb = after.length === 1 ? 'takes' : 'take';
  if (come.length > 0) return `${namesOf(after)} ${verb} the lead from ${namesOf(gone)}`;
  return `${namesOf(after)} ${after.length === 1 ? 'leads' : 'lead'} without ${namesOf(gone)}`;
}

/** Chosen: two names, then a count. */
const mostNames = 2;

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).map(isolate);
  const more = names.length - shown.length;
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(' and ');
}
