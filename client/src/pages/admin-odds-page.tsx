import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { adminSports, scopeWords } from '#client/features/admin-odds/admin-sports.ts';
import type { ChangeDraft } from '#client/features/admin-odds/odds-draft.ts';
import { manualOddsKey } from '#client/features/admin-odds/queries.ts';
import { type Drafts, SportOdds } from '#client/features/admin-odds/sport-odds.tsx';
import { closingInstants, slateQuery, slatesKey } from '#client/features/games/queries.ts';
import { useNow } from '#client/lib/use-now.ts';
import { Page } from '#client/ui/page.tsx';
import { RefreshButton } from '#client/ui/refresh-button.tsx';
import { Tabs } from '#client/ui/tabs.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import type { Sport } from '#shared/domain/sport.ts';

/** Manual odds, sport by sport, for admins. Typed values survive changes of tab, searches and refreshes. */
export function AdminOddsPage() {
  const client = useQueryClient();
  const now = useNow(useCallback(() => closingInstants(client), [client]));
  const [sport, setSport] = useState<Sport>('NFL');
  const [drafts, setDrafts] = useState<Drafts>({});
  const slate = useQuery(slateQuery(sport));

  const changeDraft = useCallback<ChangeDraft>((gameId, change) => {
    setDrafts(({ [gameId]: had, ...others }) => {
      const draft = change(had ?? null);
      return draft ? { ...others, [gameId]: draft } : others;
    });
  }, []);
  const refreshGames = useCallback(() => client.invalidateQueries({ queryKey: slatesKey }), [client]);
  const readGame = useCallback(
    async (id: string) => {
      const { games } = await client.fetchQuery({ ...slateQuery(sport), staleTime: 0 });
      return games.find((game) => game.id === id) ?? null;
    },
    [client, sport],
  );
  const refreshAll = () => Promise.all([refreshGames(), client.invalidateQueries({ queryKey: manualOddsKey })]);

  return (
    <Page title="Admin: Set Manual Odds" subtitle={scopeWords(sport, slate.data?.week ?? null)}>
      <div className="-mt-2 mb-1 flex items-center justify-between">
        <TextLink href="/">Back to Games</TextLink>
        <RefreshButton onRefresh={refreshAll} />
      </div>
      <Tabs
        value={sport}
        onValueChange={setSport}
        label="League"
        variant="pill"
        options={adminSports.map((value) => ({ value, label: value }))}
      >
        <div className="mt-2">
          <SportOdds
            key={sport}
            sport={sport}
            games={slate.data?.games ?? (slate.isError ? 'failed' : 'loading')}
            isOld={slate.isError}
            now={now}
            drafts={drafts}
            onDraft={changeDraft}
            onRefresh={refreshGames}
            readGame={readGame}
          />
        </div>
      </Tabs>
    </Page>
  );
}
