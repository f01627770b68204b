import { serverNow } from '#client/lib/server-clock.ts';
import type { Group } from '#shared/api/groups.ts';

/** Whether others may still join the league now. */
export function isJoinable({ state, joinDeadline }: Pick<Group, 'state' | 'joinDeadline'>): boolean {
  return state === 'open' && (joinDeadline === null || new Date(joinDeadline) > serverNow());
}
