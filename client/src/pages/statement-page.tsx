import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { SignedInOnly } from '#client/features/auth/route-guard.tsx';
import { statementQuery } from '#client/features/statement/queries.ts';
import { Sheet } from '#client/features/statement/sheet.tsx';
import { CallError } from '#client/lib/call.ts';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { LeagueIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import { Page } from '#client/ui/page.tsx';
import { BackIcon } from '#client/ui/page-icons.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextLink } from '#client/ui/text-link.tsx';

/** The viewer's ledger entries in a league. Source: docs/screens.md#statement. */
export function StatementPage({ leagueId }: { leagueId: string }) {
  return (
    <SignedInOnly waiting={<Page title="My statement">{skeleton}</Page>}>
      <FoundStatement leagueId={leagueId} />
    </SignedInOnly>
  );
}

const skeleton = <Skeleton className="h-80 rounded-2xl" />;

function FoundStatement({ leagueId }: { leagueId: string }) {
  const [search] = useSearchParams();
  const sheet = Number(search.get('sheet'));
  const wanted = Number.isInteger(sheet) && sheet > 0 && sheet < 1_000_000 ? sheet : null;
  const query = useQuery({ ...statementQuery(leagueId, wanted), placeholderData: keepPreviousData });
  if (query.error instanceof CallError && isUnknown(query.error)) return <NoStatement />;
  return (
    <Page
      above={
        <Link
          href={`/league/${leagueId}`}
          className="-mt-2 -ml-1 inline-flex min-h-11 items-center gap-1.5 pr-2 text-sm font-semibold text-soft hover:text-ink print:hidden"
        >
          <BackIcon />
          Back to the league
        </Link>
      }
      title="My statement"
      subtitle={query.data && <Name>{query.data.league.name}</Name>}
    >
      <QueryView query={query} noun="statement" skeleton={skeleton}>
        {(statement) => <Sheet statement={statement} />}
      </QueryView>
    </Page>
  );
}

/** Whether the viewer never was in such a league; 400 is the answer to an id that is none. */
const isUnknown = ({ status }: CallError) => status === 404 || status === 400;

function NoStatement() {
  return (
    <Page title="My statement">
      <EmptyState
        icon={<LeagueIcon />}
        title="No statement"
        text="The league may have been deleted, or you were never in it."
      >
        <TextLink href="/leaderboard">Back to Leaderboards</TextLink>
      </EmptyState>
    </Page>
  );
}
