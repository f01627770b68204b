import { act } from 'react';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { currentToast } from '#client/ui/toast-store.ts';
import { aGroup } from '#shared/testing/wire.ts';
import { LeagueInvitation } from './league-invitation.tsx';

const page = rootBeforeEach();
let copied: MockInstance<Clipboard['writeText']>;
const shared = vi.fn(async (_data: ShareData) => {});
const link = `${location.origin}/join/${aGroup.joinCode}`;

beforeEach(() => {
  vi.resetAllMocks();
  copied = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
});
afterEach(() => Reflect.deleteProperty(navigator, 'share'));

const open = () => page.render(<LeagueInvitation league={aGroup} mayEdit />);
const withShare = () => Object.defineProperty(navigator, 'share', { value: shared, configurable: true });
const buttons = () => [...page.area.querySelectorAll('button')].map((button) => button.textContent);
const press = (words: string) =>
  act(async () => [...page.area.querySelectorAll('button')].find(({ textContent }) => textContent === words)?.click());

test('the link is copied where the browser cannot share', async () => {
  await open();
  expect(buttons()).toEqual(['Show QR Code', 'Copy Link']);
  await press('Copy Link');
  expect(copied).toHaveBeenCalledWith(link);
  expect(currentToast()?.title).toBe('Invite link copied');
});

test('the link goes to the app that the person chooses, with the name of the league', async () => {
  withShare();
  await open();
  expect(buttons()).toEqual(['Show QR Code', 'Share Link']);
  await press('Share Link');
  expect(shared).toHaveBeenCalledWith({ title: 'Ching', text: `Join ${aGroup.name} on Ching`, url: link });
  expect(copied).not.toHaveBeenCalled();
});

test.each([
  ['dismissed, nothing more happens', 'AbortError', 0],
  ['refused, the link is copied', 'NotAllowedError', 1],
])('where sharing is %s', async (_what, name, copies) => {
  withShare();
  shared.mockRejectedValue(new DOMException('no', name));
  await open();
  await press('Share Link');
  expect(copied).toHaveBeenCalledTimes(copies);
});

test('where nothing can be copied, the notification shows the link', async () => {
  copied.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  await open();
  await press('Copy Link');
  expect(currentToast()).toMatchObject({ title: 'Copying is not possible here', description: `The link is ${link}` });
});
