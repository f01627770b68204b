import { useQuery } from '@tanstack/react-query';
import type { Group } from '#shared/api/groups.ts';
import { rowName } from '#shared/domain/naming.ts';
import { missedWords } from './claim-words.ts';
import { leaderboardQuery } from './queries.ts';

/** Those who have more than the champions of a final league, so are not eligible, and why; empty while that loads. */
export function usePassedOver({ id, state, champions: [best] }: Group): { name: string; why: string }[] {
  const { data } = useQuery({ ...leaderboardQuery(id), enabled: state === 'final' && best !== undefined });
  if (!data || !best) return [];
  return data
    .filter(({ balance }) => balance > best.balance)
    .map((row) => ({ name: rowName({ displayName: row.displayName, ...row.user }), why: missedWords(row) }));
}
