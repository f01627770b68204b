import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { nextPath } from '#client/features/auth/next-path.ts';
import { SignInForm } from '#client/features/auth/sign-in-form.tsx';
import { TryDemo } from '#client/features/auth/try-demo.tsx';
import { examples } from '#client/features/how-to-play/worked-odds.ts';
import { SampleLeague } from '#client/features/landing/sample-league.tsx';
import { GamesIcon, LeagueIcon, TicketIcon } from '#client/ui/icons.tsx';
import { Logo } from '#client/ui/logo.tsx';
import { usePageTitle } from '#client/ui/page-title.ts';
import { TextLink } from '#client/ui/text-link.tsx';
import { ThemeSwitch } from '#client/ui/theme-switch.tsx';
import { showChing, showWhole, startingBalance } from '#shared/domain/money.ts';
import { sportDescriptions } from '#shared/domain/sport-descriptions.ts';

const { underdog } = examples;

/** Explains Ching, with the forms to sign in and up. Source: docs/screens.md#routes-and-bars. */
export function LandingPage() {
  const [, navigate] = useLocation();
  const search = useSearch();
  usePageTitle(null);
  return (
    <div className="mx-auto w-full max-w-285 px-4 pb-16">
      <header className="flex h-16 items-center justify-between">
        <Logo />
        <span className="-mr-3">
          <ThemeSwitch />
        </span>
      </header>
      <main className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-8 pt-3 lg:grid-cols-[minmax(0,1fr)_25rem] lg:grid-rows-[auto_1fr] lg:pt-10">
        <div>
          <h1 className="text-[2.125rem] leading-[1.08] font-extrabold tracking-[-0.035em] sm:text-[3.5rem]">
            <span className="inline-block">Real games.</span> <span className="inline-block">Play money.</span>{' '}
            <span className="inline-block">Your friends.</span>
          </h1>
          <p className="mt-4 max-w-[46ch] text-base text-soft sm:text-lg">
            Start a private league, bet {showChing(startingBalance)} on the games you watch anyway, and settle who
            really knows sports.
          </p>
          <div className="mt-4 flex min-h-13 flex-wrap items-center gap-x-5 gap-y-2">
            {/* The link stands first: a server without a demo takes the button away once it has answered. */}
            <TextLink href="/games">Look at the games first</TextLink>
            <TryDemo onDone={(user) => navigate(nextPath(search, user), { replace: true })} />
          </div>
        </div>
        <div className="lg:row-span-2">
          <SignInForm onDone={(user) => navigate(nextPath(search, user), { replace: true })} />
        </div>
        <SampleLeague />
        <div className="grid gap-3 md:grid-cols-3 lg:col-span-2 lg:mt-4">
          <Card icon={<LeagueIcon />} title="What is Ching?">
            <p>
              Ching is a play currency: no real money, ever. Everybody starts with {showWhole(startingBalance)} in each
              league, every bet moves the leaderboard, and the highest balance on the league's end date wins.
            </p>
            <p className="mt-2">
              Create a league and share its six-character code, or join one with the code of a friend.
            </p>
          </Card>
          <Card icon={<GamesIcon />} title="Available Sports">
            <dl className="grid gap-1.5">
              {Object.entries(sportDescriptions).map(([sport, description]) => (
                <Term key={sport} name={sport}>
                  {description}
                </Term>
              ))}
            </dl>
          </Card>
          <Card icon={<TicketIcon />} title="Types of Bets">
            <dl className="grid gap-1.5">
              <Term name="Spread">a team wins, or loses by less than the line</Term>
              <Term name="Moneyline">who wins; in soccer the draw too</Term>
              <Term name="Total">over or under the points of both together</Term>
              <Term name="Parlay">several bets in one: all must win</Term>
            </dl>
            <p className="mt-3 border-t border-edge pt-3">
              {underdog.stake} Ching at <b className="font-semibold text-ink">{underdog.odds}</b> return{' '}
              {underdog.returned}.
            </p>
          </Card>
        </div>
      </main>
    </div>
  );
}

function Card({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <section className="rounded-2xl border border-edge bg-surface p-5">
      <h2 className="mb-2 flex items-center gap-2 font-bold">
        <span className="text-gold-text">{icon}</span>
        {title}
      </h2>
      <div className="text-soft">{children}</div>
    </section>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="inline font-semibold text-ink">{name}: </dt>
      <dd className="inline">{children}</dd>
    </div>
  );
}
