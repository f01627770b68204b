import { expectAccessible } from './accessible.ts';
import { createLeague, join, signUp } from './people.ts';
import { footballGames, footballSlate, openSlate, openSlip, playUntilShown } from './play.ts';
import { dialog, pressInDialog, withoutRefreshes } from './screen.ts';
import { amountOf, pick, press, title } from './slip.ts';
import { expect, test } from './stage.ts';

test('a note and reactions', async ({ stage, person }) => {
  test.setTimeout(300_000); // axe runs on many screens, also on a busy machine
  const [ann, bob] = [await withoutRefreshes(await person()), await withoutRefreshes(await person())];
  await signUp(ann, 'Ann');
  await signUp(bob, 'Bob');
  const league = await createLeague(bob, 'Sunday League', { reveal: 'started' });
  await join(league, ann);
  const [game] = await footballGames(ann, stage, 1);
  if (!game) throw new Error('a game is expected');
  const view = (await footballSlate(ann)).find(({ id }) => id === `espn:${game.id}`);
  if (!view) throw new Error('the game is on the slate');
  const note = 'Gggggggggggggggggggggggggggggggggggggg! Book it.';

  await test.step('a note is said with the bet, and takes no room before it is asked for', async () => {
    await openSlate(ann);
    await pick(ann, game);
    await openSlip(ann);
    await amountOf(ann, game.homeName).fill('100');
    await expect(ann.getByLabel('Note on the bet')).toBeHidden();
    await ann.getByRole('button', { name: 'Add a note' }).press('Enter');
    await expect(ann.getByLabel('Note on the bet')).toBeFocused();
    await ann.keyboard.type(note);
    await expectAccessible(ann, 'slip with a note');
    await press(ann, 'Place Bet');
    await expect(dialog(ann).getByText(`Note: ${note}`)).toBeVisible();
    await press(ann, 'Confirm Bet');
    await expect(title(ann, 'Bet placed')).toBeVisible();
    await ann.goto('/my-bets');
    await expect(ann.getByText(note)).toBeVisible();
  });

  const list = bob.getByRole('list', { name: 'Live bets' });
  await test.step('others see it with the bet, and react', async () => {
    await bob.goto(`/leaderboard?league=${league.id}`);
    await expect(bob.getByText('No betting activity in this league')).toBeVisible();
    await playUntilShown(ann, stage, view, 'live', 7, 3);
    await bob.reload();
    await expect(list.getByText(note)).toBeVisible();
    await list.getByRole('button', { name: 'React to the bet of Ann T.' }).click();
    await expect(bob.getByRole('group', { name: 'Your reaction' })).toBeVisible();
    await expectAccessible(bob, 'reactions to choose from');
    await bob.getByRole('button', { name: 'Wow' }).focus();
    await bob.keyboard.press('Escape');
    await expect(list.getByRole('button', { name: 'React to the bet of Ann T.' })).toBeFocused();
    await bob.keyboard.press('Enter');
    await bob.getByRole('button', { name: 'Called it' }).click();
    await expect(list.getByRole('button', { name: 'Called it 1', pressed: true })).toBeVisible();
    await expectAccessible(bob, 'a reaction');
  });

  await test.step('the bettor sees it at once, and by whom', async () => {
    await ann.getByRole('button', { name: 'Reactions: Called it 1' }).click();
    await expect(ann.getByRole('list', { name: 'Who has reacted' })).toHaveText(/BobCalled it/);
    await expectAccessible(ann, 'my bets with a note and a reaction');
    await list.getByRole('button', { name: 'Called it 1' }).click();
    await expect(list.getByRole('button', { name: /Called it/ })).toBeHidden();
    await expect(ann.getByRole('button', { name: /^Reactions/ })).toBeHidden();
  });

  await test.step('it is in the bets on the game, too', async () => {
    await openSlate(bob);
    await bob
      .getByRole('button', { name: /^View league bets/ })
      .first()
      .click();
    await expect(dialog(bob).getByText(note)).toBeVisible();
    await dialog(bob).getByRole('button', { name: 'React to the bet of Ann T.' }).click();
    await dialog(bob).getByRole('button', { name: 'Ouch' }).click();
    await expect(dialog(bob).getByRole('button', { name: 'Ouch 1', pressed: true })).toBeVisible();
    await expect(ann.getByRole('button', { name: 'Reactions: Ouch 1' })).toBeVisible();
    await expectAccessible(bob, 'league bets with a note and a reaction');
  });

  await test.step('the owner removes a note', async () => {
    await dialog(bob).getByRole('button', { name: 'Remove the note' }).click();
    await expectAccessible(bob, 'question before a note is removed');
    await pressInDialog(bob, 'Remove Note');
    await expect(dialog(bob).getByText(note)).toBeHidden();
    await expect(ann.getByText(note)).toBeHidden();
  });

  await test.step('and switches all of it off', async () => {
    await bob.goto(`/league/${league.id}`);
    await press(bob, 'League Settings');
    await dialog(bob).getByLabel('Notes and reactions on bets').selectOption('Off');
    await pressInDialog(bob, 'Save Changes');
    await expect(bob.getByText('No notes and reactions')).toBeVisible();
    await expect(ann.getByRole('button', { name: /^Reactions/ })).toBeHidden();
  });
});
