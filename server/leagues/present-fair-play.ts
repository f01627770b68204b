import { toWire } from '#shared/domain/money.ts';
import { fairPlayOf } from './store.ts';

export function presentFairPlay(league: Parameters<typeof fairPlayOf>[0]) {
  const { rescue, ...fairPlay } = fairPlayOf(league);
  return { ...fairPlay, rescue: rescue && toWire(rescue) };
}
