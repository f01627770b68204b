import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { currentUserQuery, useCurrentUser } from '#client/features/auth/queries.ts';
import { slipStore, useSlip } from '#client/features/bet-slip/store.ts';
import { togglePick } from '#client/features/bet-slip/toggle-pick.ts';
import { closingInstants, slatesKey } from '#client/features/games/queries.ts';
import { Slate } from '#client/features/games/slate.tsx';
import type { SlateGame } from '#client/features/games/slate-game.ts';
import { useAvailability } from '#client/features/games/use-availability.ts';
import { useLatestGame } from '#client/features/games/use-latest-game.ts';
import { ConsequenceSpace } from '#client/features/leaderboard/consequence-space.tsx';
import {
  LeagueBetsButton,
  LeagueBetsDialog,
  preloadLeagueBets,
} from '#client/features/league-bets/league-bets-button.tsx';
import { CreateLeagueDialog } from '#client/features/leagues/create-league-dialog.tsx';
import { JoinLeagueDialog } from '#client/features/leagues/join-league-dialog.tsx';
import { leaguesQuery, useUnreachableLeagues } from '#client/features/leagues/queries.ts';
import { useShownLeagues } from '#client/features/leagues/use-league-dialog.ts';
import { betsKey, recentBetsQuery, useLeaguesWithoutBets } from '#client/features/my-bets/queries.ts';
import { OddsByButton, OddsHistoryDialog } from '#client/features/odds-history/odds-by-button.tsx';
import { TitleSpace } from '#client/features/title/title-space.tsx';
import { idleNamed, lazyNamed } from '#client/lib/lazy-component.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Button } from '#client/ui/button.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { NotOpened } from '#client/ui/not-opened.tsx';
import { usePageTitle } from '#client/ui/page-title.ts';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { toastFixedFailure } from '#client/ui/toast-failure.ts';
import type { Bet } from '#shared/api/bets.ts';
import type { Membership } from '#shared/api/groups.ts';
import { isLocked } from '#shared/domain/lock.ts';
import { sumCents } from '#shared/domain/money.ts';
import { allowsSport } from '#shared/domain/sport.ts';

/** Loaded beside the slate's games, which come first. */
const BetSlip = lazyNamed('BetSlip', () => import('#client/features/bet-slip/bet-slip.tsx'));
const PickMark = idleNamed('PickMark', () => import('#client/features/games/pick-mark.tsx'));
const TitleLine = idleNamed('TitleLine', () => import('#client/features/title/title-meter.tsx'));
const ConsequenceLine = idleNamed('ConsequenceLine', () => import('#client/features/leaderboard/consequence-line.tsx'));
const ReceiptOffer = idleNamed('ReceiptOffer', () => import('./receipt-offer.tsx'));
const FirstLeague = idleNamed('FirstLeague', () => import('#client/features/leagues/first-league.tsx'));

/** The games slate with the bet slip: at / after sign-in, at /games for everybody. */
export function GamesPage() {
  usePageTitle('Games');
  const client = useQueryClient();
  const now = useNow(
    useCallback(
      () => [...closingInstants(client), ...slipStore.read().slip.entries.map(({ pick }) => pick.startsAt)],
      [client],
    ),
  );
  const { entries } = useSlip().slip;
  const picks = useMemo(() => entries.map((entry) => entry.pick), [entries]); // a new array would rerender every card
  const availabilityOf = useAvailability(picks, now);
  const { user, isKnown, isFailed: isUserUnknown } = useCurrentUser();
  const viewerId = user?.id ?? null;
  const signedIn = viewerId !== null;
  /** Whether it is known who is signed in, or known that this failed to load. */
  const isAccountSettled = isKnown || isUserUnknown;
  const bets = useQuery({ ...recentBetsQuery, enabled: signedIn });
  const leagues = useShownLeagues(useQuery({ ...leaguesQuery, enabled: signedIn }));
  const unreachable = useUnreachableLeagues();
  const mayLackBets = useLeaguesWithoutBets() > 0;
  const haveBetsFailed = bets.errorUpdateCount > 0 && !bets.data; // also while they are loaded again
  const ownBets = useMemo(
    () => (bets.data ? byGame(bets.data) : haveBetsFailed ? null : 'loading'),
    [bets.data, haveBetsFailed],
  );
  const leagueActions = (variant: 'primary' | 'secondary') => (
    <>
      <CreateLeagueDialog variant={variant} />
      <JoinLeagueDialog />
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
  /** The game whose bets the dialog shows. It stays while the dialog closes, which shows its content until the end. */
  const [betsOn, setBetsOn] = useState<{ game: SlateGame; isOpen: boolean } | null>(null);
  /** The game whose odds the other dialog shows. */
  const [oddsOf, setOddsOf] = useState<{ game: SlateGame; isOpen: boolean } | null>(null);
  /** Whether dialogs may be asked for. While the account is loading they may, and open once it has loaded. */
  const mayOpen = signedIn || !isAccountSettled;
  if (!mayOpen && (betsOn ?? oddsOf)) {
    setBetsOn(null);
    setOddsOf(null);
  }
  const renderBets = useCallback(
    (game: SlateGame) => (
      <LeagueBetsButton
        game={game}
        onPress={() => {
          if (!mayOpen) return askForAccount('Failed to load bets. Please try again.');
          setBetsOn({ game, isOpen: true });
          setOddsOf(null);
        }}
      />
    ),
    [mayOpen, askForAccount],
  );
  const renderOddsBy = useCallback(
    (game: SlateGame) => (
      <OddsByButton
        game={game}
        onPress={() => {
          if (!mayOpen) return askForAccount('Failed to load changes. Please try again.');
          setOddsOf({ game, isOpen: true });
          setBetsOn(null);
        }}
      />
    ),
    [mayOpen, askForAccount],
  );
  const closeOdds = () => setOddsOf((shown) => shown && { ...shown, isOpen: false });
  const closeBets = () => setBetsOn((shown) => shown && { ...shown, isOpen: false });
  const isInNoLeague = signedIn && leagues.data?.length === 0 && unreachable === 0;
  const hasPicks = picks.length > 0;
  const notice = useMemo(
    // A new element would render every card again.
    () =>
      isInNoLeague && (
        <Boundary waiting={null} failed={() => null}>
          <FirstLeague hasPicks={hasPicks} />
        </Boundary>
      ),
    [isInNoLeague, hasPicks],
  );

  /** Loads bets, user and leagues again. Resolves with whether the leagues came. */
  function refreshAfterBet(): Promise<boolean> {
    for (const queryKey of [betsKey, currentUserQuery.queryKey]) client.invalidateQueries({ queryKey });
    return client.invalidateQueries(leaguesQuery, { throwOnError: true }).then(
      () => true,
      () => false,
    );
  }

  return (
    <main
      id="content"
      className="mx-auto grid w-full max-w-303 grid-cols-[minmax(0,1fr)] gap-5 px-4 pt-2 pb-[9rem] min-[62.5rem]:grid-cols-[minmax(0,1fr)_21.25rem] min-[62.5rem]:pb-12"
    >
      <div>
        {isUserUnknown && <NotLoaded noun="your account" onRetry={() => client.refetchQueries(currentUserQuery)} />}
        {haveBetsFailed && <NotLoaded noun="your bets" onRetry={() => bets.refetch()} />}
        <Slate
          now={now}
          ownBets={signedIn ? ownBets : isAccountSettled ? null : 'loading'}
          mayLackBets={mayLackBets}
          picks={picks}
          onPick={togglePick}
          renderBets={renderBets}
          renderOddsBy={renderOddsBy}
          notice={notice}
          onAllReady={preloadLeagueBets}
        />
        <div className="mt-6 flex flex-wrap gap-2">{leagueActions('secondary')}</div>
      </div>
      {viewerId !== null && betsOn && (
        <Boundary
          of={betsOn}
          waiting={null}
          failed={(failure) => betsOn.isOpen && <NotOpened failure={failure} onClose={closeBets} />}
        >
          <LeagueBets {...betsOn} now={now} viewerId={viewerId} leagues={leagues.data} onClose={closeBets} />
        </Boundary>
      )}
      {signedIn && oddsOf && (
        <Boundary
          of={oddsOf}
          waiting={null}
          failed={(failure) => oddsOf.isOpen && <NotOpened failure={failure} onClose={closeOdds} />}
        >
          <OddsHistoryDialog game={oddsOf.game} open={oddsOf.isOpen} onClose={closeOdds} />
        </Boundary>
      )}
      <Boundary
        waiting={
          <div id="bet-slip">
            <Skeleton className="hidden h-48 rounded-2xl min-[62.5rem]:block" />
          </div>
        }
        failed={(failure) => (
          <div id="bet-slip">
            <Failed what="The slip" failure={failure} />
          </div>
        )}
      >
        <BetSlip
          now={now}
          renderMark={(pick) => (
            <Boundary waiting={<span className="block w-7" />} failed={() => null}>
              <PickMark pick={pick} />
            </Boundary>
          )}
          availabilityOf={availabilityOf}
          leagues={
            leagues.data?.map(({ group, available, pending }) => ({
              ...group,
              available,
              pending,
              isOpen: group.state === 'open',
              remarks: group.remarks,
            })) ?? (leagues.isError ? 'failed' : 'loading')
          }
          unreachable={unreachable}
          viewerId={viewerId}
          isAccountSettled={isAccountSettled}
          onSignedOut={() => askForAccount('Failed to place bet')}
          onPlaced={refreshAfterBet}
          onOutdated={() => client.invalidateQueries({ queryKey: slatesKey })}
          renderTitle={(id) => {
            const league = leagues.data?.find(({ group }) => group.id === id)?.group;
            return (
              league && (
                <Boundary waiting={<TitleSpace league={league} />} failed={() => null}>
                  <TitleLine league={league} />
                </Boundary>
              )
            );
          }}
          renderConsequence={(id, tickets, placed) => {
            const league = leagues.data?.find(({ group }) => group.id === id);
            const isOpen = ({ id }: Bet) => bets.data?.find((bet) => bet.id === id)?.status === 'pending';
            // The standings count a settled ticket already.
            if (viewerId === null || !league || !placed.every(isOpen)) return null;
            return (
              <Boundary waiting={<ConsequenceSpace memberCount={league.memberCount} />} failed={() => null}>
                <ConsequenceLine
                  leagueId={id}
                  memberCount={league.memberCount}
                  viewerId={viewerId}
                  tickets={tickets}
                  isPlaced={placed.length > 0}
                  hasOtherBets={league.pending > (placed.length > 0 ? sumCents(tickets.map(({ stake }) => stake)) : 0)}
                />
              </Boundary>
            );
          }}
          renderOffer={(tickets) => (
            <Boundary waiting={null} failed={() => null}>
              <ReceiptOffer tickets={tickets} />
            </Boundary>
          )}
          leagueActions={leagueActions}
        />
      </Boundary>
    </main>
  );
}

type LeagueBetsProps = {
  game: SlateGame;
  isOpen: boolean;
  now: Date;
  viewerId: string;
  leagues: readonly Membership[] | undefined;
  onClose: () => void;
};

function LeagueBets({ game, isOpen, now, viewerId, leagues, onClose }: LeagueBetsProps) {
  const latest = useLatestGame(game);
  const reveals = leagues?.filter(({ group }) => allowsSport(group.allowedSports, game.sport));
  return (
    <LeagueBetsDialog
      game={latest}
      isLocked={isLocked(latest, now)}
      viewerId={viewerId}
      reveals={reveals?.map(({ group }) => group.reveal) ?? null}
      open={isOpen}
      onClose={onClose}
    />
  );
}

function byGame(bets: readonly Bet[]): Map<string, Bet[]> {
  const games = new Map<string, Bet[]>();
  for (const bet of bets) games.set(bet.gameId, [...(games.get(bet.gameId) ?? []), bet]);
  return games;
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
