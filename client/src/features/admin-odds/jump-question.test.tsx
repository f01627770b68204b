import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import type { GameView } from '#shared/api/games.ts';
import { aGameView } from '#shared/testing/wire.ts';
import { OddsCard } from './odds-card.tsx';
import type { ChangeDraft, TypedOdds } from './odds-draft.ts';

const page = rootBeforeEach();
let typed: TypedOdds | null;
let sent: { moneylineHome: number }[];
/** Reads the game as the server has it by now. */
let onServer: () => Promise<GameView | null>;

beforeEach(() => {
  typed = null;
  sent = [];
  onServer = async () => aGameView;
  vi.stubGlobal('fetch', async (_path: string, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)).odds[0]);
    return Response.json({ message: 'The odds of this game were changed', code: 'odds-changed' }, { status: 409 });
  });
});

async function show(): Promise<void> {
  const changeDraft: ChangeDraft = (_id, change) => {
    typed = change(typed);
  };
  await page.render(
    <QueryClientProvider client={new QueryClient()}>
      <OddsCard
        game={aGameView}
        manual={null}
        isLocked={false}
        today={new Date(aGameView.gameTime)}
        typed={typed}
        onDraft={changeDraft}
        onSaved={async () => undefined}
        readGame={() => onServer()}
      />
    </QueryClientProvider>,
  );
}

/** Types a home moneyline; the page then shows it. */
async function typeHome(price: string): Promise<void> {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Home Moneyline');
  const input = document.getElementById(label?.htmlFor ?? '');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, price);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await show();
}

function buttonOf(isWanted: (button: HTMLButtonElement) => boolean): HTMLButtonElement {
  const button = [...document.querySelectorAll('button')].find(isWanted);
  if (!button) throw new Error('no such button');
  return button;
}
const save = () => buttonOf(({ type }) => type === 'submit');
const click = (button: HTMLElement) =>
  act(async () => button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 })));
const answer = (words: string) => click(buttonOf(({ textContent }) => textContent === words));
const question = () => document.querySelector('fieldset [role=alert]')?.textContent ?? null;

test('odds that jump by more than ten points are sent only after a second yes, which names both prices and both probabilities', async () => {
  await show();
  await typeHome('-160');
  await click(save());
  expect(sent).toEqual([]);
  expect(question()).toBe(
    'A jump of more than 10 points of implied probability. Home Moneyline: +152 (40%) to -160 (62%). Save these odds?',
  );
  expect(document.activeElement?.textContent).toBe('Cancel');
  await answer('Save Anyway');
  expect(sent).toMatchObject([{ moneylineHome: -160 }]);
});

test('odds that jump stay in the form after Cancel, which leads back to Save; the next tap asks again', async () => {
  await show();
  await typeHome('-160');
  await click(save());
  await answer('Cancel');
  expect(question()).toBeNull();
  expect(document.activeElement).toBe(save());
  await click(save());
  expect(question()).toContain('-160');
  expect(sent).toEqual([]);
});

test('odds that jump by more than ten points are not asked about any more once other odds are typed, and a small move never is', async () => {
  await show();
  await typeHome('-160');
  await click(save());
  await typeHome('140');
  expect(question()).toBeNull();
  await click(save());
  expect(sent).toMatchObject([{ moneylineHome: 140 }]);
});

test('odds that jump by more than ten points are compared with the odds on the server too, which may have moved since', async () => {
  await show();
  await typeHome('140');
  onServer = async () => ({ ...aGameView, moneylineHome: -150, moneylineAway: 130 });
  await click(save());
  expect(sent).toEqual([]);
  expect(question()).toContain('Home Moneyline: -150 (60%) to +140 (42%).');
  expect(question()).toContain('Away Moneyline: +130 (43%) to -180 (64%).');
});

test('odds that jump by more than ten points are asked about again if the odds in force move while the question is open', async () => {
  await show();
  await typeHome('-160');
  await click(save());
  onServer = async () => ({ ...aGameView, moneylineHome: 300, moneylineAway: -180 });
  await answer('Save Anyway');
  expect(sent).toEqual([]);
  expect(question()).toContain('+300 (25%) to -160 (62%)');
  await answer('Save Anyway');
  expect(sent).toHaveLength(1);
});

test('odds that jump by more than ten points are compared with the odds on the page alone if the server does not answer', async () => {
  await show();
  await typeHome('-160');
  onServer = async () => {
    throw new Error('unreachable');
  };
  await click(save());
  expect(question()).toContain('+152 (40%) to -160 (62%)');
});
