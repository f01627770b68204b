import { toastProblem } from '#client/ui/toast-store.ts';
import { type Pick, toggle } from '#shared/domain/slip.ts';
import { slipStore } from './store.ts';

/** Puts a pick on the slip or removes it. Shows a toast if the slip refuses it. */
export function togglePick(pick: Pick): void {
  const next = toggle(slipStore.read().slip, pick);
  if ('title' in next) toastProblem(next);
  else slipStore.change(next);
}
