import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import type { FormWords } from '#client/lib/form-problem.ts';
import { auditLog, searchPeople } from '#shared/api/oversight.ts';

export const labels = { query: 'Id, or e-mail of an account' } as const;

export const searchWords: FormWords = {
  fallback: 'Failed to search.',
  unknown: 'No answer came. Please try again.',
  labels,
};

/** Finds an account or a league. A mutation, because each search that finds something leaves a line in the audit log. */
export function useSearch() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (query: string) => call(searchPeople, { body: { query }, labels }),
    onSuccess: () => void client.invalidateQueries({ queryKey: [auditLog.path] }),
  });
}
