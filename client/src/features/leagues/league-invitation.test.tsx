import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { currentToast } from '#client/ui/toast-store.ts';
import { aGroup } from '#shared/testing/wire.ts';
import { LeagueInvitation } from './league-invitation.tsx';

const page = rootBeforeEach();
const copied = vi.fn(async (_text: string) => {});
const shared = vi.fn(async (_data: ShareData) => {});

beforeEach(() => {
  vi.resetAllMocks();
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: copied }, configurable: true });
});
afterEach(() => Reflect.deleteProperty(navigator, 'share'));

const withShare = () => Object.defineProperty(navigator, 'share', { value: shared, configurable: true });
const buttons = () => [...page.area.querySelectorAll('button')].map((button) => button.textContent);
const press = (words: string) =>
  act(async () => [...page.area.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click());

test('the code is copied where the browser cannot share', async () => {
  await page.render(<LeagueInvitation league={aGroup} />);
  expect(buttons()).toEqual(['Copy Code']);
  await press('Copy Code');
  expect(copied).toHaveBeenCalledWith(aGroup.joinCode);
  expect(currentToast()?.title).toBe('League code copied');
});

test('the code goes to the app that the person chooses, with the league and the address', async () => {
  withShare();
  await page.render(<LeagueInvitation league={aGroup} />);
  expect(buttons()).toEqual(['Copy Code', 'Share Code']);
  await press('Share Code');
  expect(shared).toHaveBeenCalledWith({
    title: 'Ching',
    text: `Join ${aGroup.name} on Ching with the code ${aGroup.joinCode}`,
    url: location.origin,
  });
  expect(copied).not.toHaveBeenCalled();
});

test.each([
  ['dismissed, nothing more happens', 'AbortError', 0],
  ['refused, the code is copied', 'NotAllowedError', 1],
])('where sharing is %s', async (_what, name, copies) => {
  withShare();
  shared.mockRejectedValue(new DOMException('no', name));
  await page.render(<LeagueInvitation league={aGroup} />);
  await press('Share Code');
  expect(copied).toHaveBeenCalledTimes(copies);
});
