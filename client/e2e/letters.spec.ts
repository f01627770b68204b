import type { Page } from '@playwright/test';
import { logout } from '#shared/api/auth.ts';
import { noticeSettings } from '#shared/api/notice-settings.ts';
import { listNotices } from '#shared/api/notifications.ts';
import { expectAccessible } from './accessible.ts';
import { ask } from './ask.ts';
import { createLeague, password, signUp } from './people.ts';
import { footballSlate, moneyline, placeSingle, play } from './play.ts';
import { expectToast, signIn } from './screen.ts';
import { expect, type Stage, test } from './stage.ts';

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
const mailed = async (stage: Stage, subject: RegExp) =>
  (await stage.mails()).filter((mail) => subject.test(/^Subject: (.*)\r$/m.exec(mail)?.[1] ?? ''));

/** The mail with this subject that comes after `earlier` others. */
async function nextMail(stage: Stage, subject: RegExp, earlier = 0): Promise<string> {
  await expect.poll(async () => (await mailed(stage, subject)).length, { timeout: 60_000 }).toBe(earlier + 1);
  return (await mailed(stage, subject)).at(-1) ?? '';
}

/** The path of the link in a mail: its address is that of no server, since the stage listens on a free port. */
const pathIn = (mail: string, path: RegExp) => path.exec(mail)?.[0] ?? '';

test('mail is switched on, confirmed by its owner, comes, and is ended by one click', async ({ stage, person }) => {
  test.setTimeout(240_000); // a bet has to settle
  const ann = await person();
  const { email } = await signUp(ann, 'Ann');
  const league = await createLeague(ann, 'Sunday League');
  const [game] = (await footballSlate(ann)).filter(({ moneylineHome }) => moneylineHome !== null);
  if (!game) throw new Error('a game with odds is expected');
  await placeSingle(ann, league, '100', moneyline(game, 'home'));
  await ann.goto('/profile/notifications');

  await test.step('the first switch sends a letter, and says so', async () => {
    await expect(ann.getByRole('checkbox', { name: /, mail$/ })).toHaveCount(2);
    for (const each of ['Week recap, mail', 'League is final, mail']) await expect(box(ann, each)).not.toBeChecked();
    await box(ann, 'Week recap, mail').check();
    await expect(ann.getByText(`We sent a letter to ${email}; open its link to switch mail on.`)).toBeVisible();
    await expectAccessible(ann, 'mail that waits for its confirmation');
    await nextMail(stage, /^Switch on mail/);
  });

  await test.step('it can be sent again', async () => {
    await ann.getByRole('button', { name: 'Send It Again' }).click();
    await expectToast(ann, 'Letter Sent');
  });

  await test.step('its link needs no sign-in and a tap', async () => {
    const link = pathIn(await nextMail(stage, /^Switch on mail/, 1), /\/confirm-mail\?token=[\w-]+/);
    const mailbox = await person();
    await mailbox.goto(link);
    await expect(mailbox.getByRole('heading', { level: 1, name: 'Mail from Ching' })).toBeVisible();
    await expect(mailbox).toHaveURL('/confirm-mail');
    await expectAccessible(mailbox, 'confirm mail');
    expect((await ask(ann, noticeSettings)).mailAddress?.isConfirmed).toBe(false);
    await mailbox.getByRole('button', { name: 'Yes, Send Me Mail' }).click();
    await expect(mailbox.getByText('Your address is confirmed.')).toBeVisible();
    await mailbox.goto('/confirm-mail?token=guessed');
    await mailbox.getByRole('button', { name: 'Yes, Send Me Mail' }).click();
    await expect(mailbox.getByText('This link is not valid any more.')).toBeVisible();
    await ann.reload();
    await expect(ann.getByText(`Mail goes to ${email}, which is confirmed.`)).toBeVisible();
  });

  const digest = await test.step('a week ends: the digest comes', async () => {
    play(stage, game, 'live', 7, 0);
    await expect.poll(async () => (await footballSlate(ann)).some(({ status }) => status === 'live')).toBe(true);
    play(stage, game, 'final', 24, 20);
    const kinds = async () => (await ask(ann, listNotices)).notices.map(({ kind }) => kind);
    await expect.poll(kinds, { timeout: 60_000 }).toContain('settled');
    await stage.ageLeague(league, 1);
    await expect.poll(kinds, { timeout: 60_000 }).toContain('recap');
    await stage.endMailWait();
    const mail = await nextMail(stage, /^Ann wins week 1 in Sunday League$/);
    expect(mail).toMatch(/^You ended the week 1st with 1,\d{3} Ching\.\r$/m);
    expect(mail).toContain(`/league/${league.id}?view=weeks&week=1`);
    expect(mail).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    return pathIn(mail, /\/unsubscribe\/recap-[\w-]+/);
  });

  await test.step('the link opens a page with a button; a mail program posts to it', async () => {
    await ask(ann, logout);
    await ann.goto(digest);
    await expect(ann.getByRole('button', { name: 'Stop the Weekly Digest' })).toBeVisible();
    await expectAccessible(ann, 'stop mail');
    const form = { 'List-Unsubscribe': 'One-Click' };
    expect((await (await person()).request.post(digest, { form })).status()).toBe(200);
    await ann.getByRole('button', { name: 'Stop the Weekly Digest' }).click();
    await expect(ann.getByText('The weekly digest is switched off.')).toBeVisible();
    await ann.goto('/');
    await signIn(ann, email, password);
    await expect(ann.getByRole('tab', { name: 'NFL' })).toBeVisible();
    await ann.goto('/profile/notifications');
    await expect(box(ann, 'Week recap, mail')).not.toBeChecked();
  });
});
