import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from '#client/ui/button.tsx';
import { Card } from '#client/ui/card.tsx';
import { NextPage } from '#client/ui/next-page.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { type FailedLetter, mostCounted } from '#shared/api/oversight.ts';
import { showCount } from '#shared/domain/count.ts';
import { showMoment } from '#shared/domain/eastern.ts';
import { Deliveries } from './deliveries.tsx';
import { mailFailureWords } from './failure-words.ts';
import { useTryAgain } from './mutations.ts';
import { failedMailQuery } from './queries.ts';

/** Letters, pushes and posts to group chats that failed, and why. */
export function FailedMail() {
  const found = useInfiniteQuery(failedMailQuery);
  const tryAgain = useTryAgain();
  return (
    <Card title="Mail and notices that failed" id="mail">
      <QueryView query={found} noun="failed mail" skeleton={<Skeleton className="h-26" />} bare>
        {({ pages }) => {
          const letters = pages.flatMap((page) => page.letters);
          const { givenUp = 0, waiting = 0 } = pages[0] ?? {};
          const again = letters.filter(({ mayTryAgain }) => mayTryAgain).map(({ id }) => id);
          return (
            <>
              <p className="text-soft">
                {letters.length === 0
                  ? 'Every letter was sent.'
                  : `${countWords(givenUp)} given up, ${countWords(waiting)} tried again.`}
              </p>
              <ul className="mt-1">
                {letters.map((letter) => (
                  <Letter
                    key={letter.id}
                    letter={letter}
                    isBusy={tryAgain.isPending}
                    onTryAgain={() => tryAgain.mutate([letter.id])}
                  />
                ))}
              </ul>
              <NextPage query={found} noun="letters" />
              {again.length > 1 && (
                <Button
                  className="mt-2 whitespace-normal"
                  aria-disabled={tryAgain.isPending}
                  onClick={() => tryAgain.isPending || tryAgain.mutate(again.slice(0, mostAtOnce))}
                >
                  Try {again.length > mostAtOnce ? `${mostAtOnce} of them` : 'All'} Again
                </Button>
              )}
            </>
          );
        }}
      </QueryView>
      <Deliveries />
    </Card>
  );
}

/** The letters that one call may name. */
const mostAtOnce = 20;

function countWords(count: number): string {
  return count === mostCounted ? `${showCount(count)} or more` : showCount(count);
}

function triesWords(tries: number): string {
  return tries === 1 ? 'one try' : `${tries} tries`;
}

type LetterProps = { letter: FailedLetter; isBusy: boolean; onTryAgain: () => void };

function Letter({ letter, isBusy, onTryAgain }: LetterProps) {
  const { subject, to, failure, failedAt, nextTryAt, tries, mayTryAgain } = letter;
  const next = nextTryAt
    ? `Tried again ${showMoment(new Date(nextTryAt))}.`
    : mayTryAgain
      ? `Given up after ${triesWords(tries)}.`
      : `Given up after ${triesWords(tries)}. Whoever needs a link asks for a new one.`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-edge py-2">
      <span className="min-w-[min(14rem,100%)] flex-1 leading-snug wrap-anywhere">
        <span className="block font-semibold">{subject}</span>
        <span className="block text-note text-soft">
          To {to}, {showMoment(new Date(failedAt))}
        </span>
        <span className="block text-note">
          {mailFailureWords[failure]} {next}
        </span>
      </span>
      {mayTryAgain && (
        <Button
          aria-label={`Try again: ${subject} to ${to}`}
          aria-disabled={isBusy}
          onClick={() => isBusy || onTryAgain()}
        >
          Try Again
        </Button>
      )}
    </li>
  );
}
