import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { currentUserQuery, useCurrentUser } from '#client/features/auth/queries.ts';
import { BetSlip, togglePick } from '#client/features/bet-slip/bet-slip.tsx';
import { slipStore, useSlip } from '#client/features/bet-slip/store.ts';
import { knownStarts, slatesKey } from '#client/features/games/queries.ts';
import { Slate } from '#client/features/games/slate.tsx';
import { useAvailability } from '#client/features/games/use-availability.ts';
import { LeagueBetsButton, preloadLeagueBets } from '#client/features/league-bets/league-bets-button.tsx';
import { CreateLeagueDialog } from '#client/features/leagues/create-league-dialog.tsx';
import { JoinLeagueDialog } from '#client/features/leagues/join-league-dialog.tsx';
import { leaguesQuery } from '#client/features/leagues/queries.ts';
import { betsQuery } from '#client/features/my-bets/queries.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Button } from '#client/ui/button.tsx';
import { usePageTitle } from '#client/ui/page-title.ts';
import { toastFixedFailure } from '#client/ui/toast.tsx';
import type { GameView } from '#shared/api/games.ts';

/** The games slate with the bet slip: at / after sign-in, at /games for everybody. */
export function GamesPage() {
  usePageTitle('Games');
  const client = useQueryClient();
  const now = useNow(
    useCallback(
      () => [...knownStarts(client), ...slipStore.read().slip.entries.map(({ pick }) => pick.startsAt)],
      [client],
    ),
  );
  const { entries } = useSlip().slip;
  const picks = useMemo(() => entries.map((entry) => entry.pick), [entries]); // a new array would rerender every card
  const availabilityOf = useAvailability(picks, now);
  const { user, isFailed: isUserUnknown } = useCurrentUser();
  const viewerId = user?.id ?? null;
  const signedIn = viewerId !== null;
  const bets = useQuery({ ...betsQuery, enabled: signedIn });
  const leagues = useQuery({ ...leaguesQuery, enabled: signedIn });
  const haveBetsFailed = bets.isError && !bets.data;
  const gamesWithBets = useMemo(
    () => (bets.data ? new Set(bets.data.map((bet) => bet.gameId)) : haveBetsFailed ? null : 'loading'),
    [bets.data, haveBetsFailed],
  );
  const leagueActions = (
    <>
      <JoinLeagueDialog />
      <CreateLeagueDialog />
    </>
  );

  /**
   * Fetches the member's leagues to find out whether somebody is signed in. For a visitor the 401 leads to sign-in. If
   * somebody has signed in meanwhile in another tab, the page shows that. Any other failure shows `failed`.
   */
  const askForAccount = useCallback(
    async (failed: string) => {
      try {
        await client.fetchQuery({ ...leaguesQuery, staleTime: 0 });
        await client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
      } catch (error) {
        toastFixedFailure(error, failed);
      }
    },
    [client],
  );
  const renderBets = useCallback(
    (game: GameView) => (
      <LeagueBetsButton
        game={game}
        viewerId={viewerId}
        onSignedOut={() => askForAccount('Failed to load bets. Please try again.')}
      />
    ),
    [viewerId, askForAccount],
  );

  function refreshAfterBet() {
    for (const { queryKey } of [betsQuery, leaguesQuery, currentUserQuery]) client.invalidateQueries({ queryKey });
  }

  return (
    <main className="mx-auto grid w-full max-w-[1212px] grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-2 pb-36 min-[1000px]:grid-cols-[minmax(0,1fr)_340px] min-[1000px]:pb-12">
      <div>
        {isUserUnknown && <NotLoaded noun="your account" onRetry={() => client.refetchQueries(currentUserQuery)} />}
        {haveBetsFailed && <NotLoaded noun="your bets" onRetry={() => bets.refetch()} />}
        <Slate
          now={now}
          gamesWithBets={signedIn ? gamesWithBets : null}
          picks={picks}
          onPick={togglePick}
          renderBets={renderBets}
          onAllReady={preloadLeagueBets}
        />
        <div className="mt-6 flex flex-wrap gap-2">{leagueActions}</div>
      </div>
      <BetSlip
        now={now}
        availabilityOf={availabilityOf}
        leagues={
          leagues.data?.map(({ group, available }) => ({ ...group, available, isOpen: group.state === 'open' })) ??
          (leagues.isError ? 'failed' : 'loading')
        }
        signedIn={signedIn}
        onSignedOut={() => askForAccount('Failed to place bet')}
        onPlaced={refreshAfterBet}
        onOutdated={() => client.invalidateQueries({ queryKey: slatesKey })}
        leagueActions={leagueActions}
      />
    </main>
  );
}

/** Says what is missing on the slate, which works without it. */
function NotLoaded({ noun, onRetry }: { noun: string; onRetry: () => void }) {
  return (
    <div
      role="alert"
      className="mb-2 flex items-center justify-between gap-3 rounded-xl bg-gold-soft py-1.5 pr-1.5 pl-3 text-sm"
    >
      <p>Failed to load {noun}.</p>
      <Button size="small" onClick={onRetry}>
        Try Again
      </Button>
    </div>
  );
}
