import { type ReactNode, type SubmitEvent, useRef, useState } from 'react';
import { messageFor, useFormProblem } from '#client/lib/form-problem.ts';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { Field } from '#client/ui/field.tsx';
import { FormProblemText } from '#client/ui/problem-text.tsx';
import type { ReplyOutput } from '#shared/api/endpoint.ts';
import type { searchPeople, UserFacts } from '#shared/api/oversight.ts';
import { LeagueFactsList } from './league-facts.tsx';
import { labels, searchWords, useSearch } from './mutations.ts';
import { UserFactsList } from './user-facts.tsx';

type Found = ReplyOutput<typeof searchPeople>;

type SiteSearchProps = {
  /** The acts on an account that was found. */
  actions: (user: UserFacts) => ReactNode;
};

/** Finds an account by its id or whole address, and a league by its id, and shows their facts. */
export function SiteSearch({ actions }: SiteSearchProps) {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const results = useRef<HTMLDivElement>(null);
  const search = useSearch();
  const { problem, form } = useFormProblem(search, searchWords);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    find(query);
  };
  const find = (text: string) => search.mutate(text, { onSuccess: setFound, onError: () => setFound(null) });
  const follow = (id: string) => {
    results.current?.focus(); // the button that was pressed goes away
    find(id);
  };
  return (
    <Card title="Find an account or a league" id="search">
      <form className="grid gap-3" onSubmit={submit} noValidate {...form}>
        <Field
          label={labels.query}
          hint="Whoever is found is recorded below, with your name."
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          error={messageFor(problem, 'query')}
        />
        <FormProblemText problem={problem} />
        <Button type="submit" className="justify-self-start" disabled={search.isPending}>
          {search.isPending ? 'Searching...' : 'Search'}
        </Button>
      </form>
      <div role="status" className="empty:hidden">
        {found && !found.user && !found.league && (
          <p className="mt-3 text-soft">
            {found.isWhole
              ? 'No account and no league has this.'
              : 'No account has this id. A league of this id cannot be reached at the moment.'}
          </p>
        )}
      </div>
      <div ref={results} tabIndex={-1} className="outline-none">
        {found?.user && (
          <UserFactsList user={found.user} onLeague={follow}>
            {actions(found.user)}
          </UserFactsList>
        )}
        {found?.league && <LeagueFactsList league={found.league} onOwner={follow} />}
      </div>
    </Card>
  );
}
