import type { ReactNode } from 'react';
import type { Bet } from '#shared/api/bets.ts';
import type { OpenTicket } from '#shared/domain/consequence.ts';

/**
 * Renders where the tickets leave the viewer in the standings of the league; nothing while that is not known.
 *
 * placed  the tickets as the server has placed them; empty before.
 */
export type RenderConsequence = (leagueId: string, tickets: readonly OpenTicket[], placed: readonly Bet[]) => ReactNode;
