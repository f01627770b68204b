import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { serverNow } from '#client/lib/server-clock.ts';
import { auditLog } from '#shared/api/oversight.ts';
import type { AuditAct } from '#shared/domain/audit.ts';

/** The filters of the list; '' for all. `actor`: an id, or 'command'. */
export type LogFilter = { actor: string; act: AuditAct | ''; days: '' | '1' | '7' | '30' };

export const noFilter: LogFilter = { actor: '', act: '', days: '' };

const dayMs = 24 * 3_600_000;

/** The audit log, page by page. */
export const auditLogQuery = (filter: LogFilter) =>
  infiniteQueryOptions({
    queryKey: [auditLog.path, filter],
    queryFn: ({ pageParam, signal }) => call(auditLog, { params: { ...paramsOf(filter), ...pageParam }, signal }),
    initialPageParam: {} as { after?: string },
    getNextPageParam: ({ next }) => (next === null ? null : { after: next }),
    refetchOnMount: 'always',
  });

function paramsOf({ actor, act, days }: LogFilter) {
  const since = days && new Date(serverNow().getTime() - Number(days) * dayMs).toISOString();
  return { ...(actor && { actor }), ...(act && { act }), ...(since && { since }) };
}
