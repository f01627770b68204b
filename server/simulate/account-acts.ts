import { currentUser, forgotPassword, login, logout, register, resetPassword } from '#shared/api/auth.ts';
import { confirmMail, unsubscribe } from '#shared/api/mail.ts';
import { changeNoticeSettings, noticeSettings } from '#shared/api/notice-settings.ts';
import { changeNames, changePassword, deleteAccount, exportAccount, listSessions } from '#shared/api/own-account.ts';
import { addPushDevice, pushState, removePushDevice } from '#shared/api/push.ts';
import { endCalendar } from './calendar-acts.ts';
import { nameOf, signedIn } from './draw.ts';
import type { Person, Season } from './season.ts';
import { newPerson, signsIn } from './sign-in.ts';

/** Somebody new signs up; one whose answer was lost signs in. */
export async function signUp(season: Season): Promise<void> {
  const { people } = season;
  const firstName = nameOf(people.length);
  const email = `${firstName.toLowerCase()}.${people.length}@example.com`;
  const person = newPerson(email, 'correct horse');
  people.push(person);
  const body = { email, password: person.password, firstName, lastName: 'Player' };
  const { reply } = await season.ask(person, register, { body });
  if (reply) Object.assign(person, { id: reply.id, isSignedIn: true });
  else await signIn(season, person);
}

async function signIn(season: Season, person: Person): Promise<void> {
  const { email, password } = person;
  const { reply } = await season.ask(person, login, { body: { email, password } });
  if (reply) Object.assign(person, { id: reply.id, isSignedIn: true });
}

/** Somebody whose session has ended signs in again. */
export async function comeBack(season: Season): Promise<void> {
  const away = season.people.filter(({ id, isSignedIn }) => id !== null && !isSignedIn);
  if (away.length > 0) await signIn(season, season.chance.pick(away));
}

/** Reads who they are: a session that has ended shows. */
export async function checkSession(season: Season): Promise<void> {
  const person = signedIn(season);
  if (!person) return;
  const { status } = await season.ask(person, currentUser);
  if (status === 401) await signIn(season, person);
}

/** Somebody changes something of their account. */
export async function changeAccount(season: Season): Promise<void> {
  const { chance, deliveries } = season;
  const person = signedIn(season);
  if (!person) return;
  const acts: (() => Promise<unknown>)[] = [
    () => season.ask(person, changeNames, { body: { firstName: nameOf(chance.below(14)), lastName: 'Player' } }),
    () => season.ask(person, listSessions),
    // It has their own reactions, also to a bet that was revealed then and is hidden again.
    () => season.ask(person, exportAccount, { mayShow: { tickets: person.reactedTo } }),
    () => season.ask(person, noticeSettings),
    () => season.ask(person, changeNoticeSettings, { body: { mail: { recap: true, final: true } } }),
    () => season.ask(person, changeNoticeSettings, { body: { push: { settled: chance.is(0.7) }, quietHours: null } }),
    async () => {
      const { reply } = await season.ask(person, pushState);
      const [device] = reply?.devices ?? [];
      if (device && chance.is(0.3)) await season.ask(person, removePushDevice, { params: { id: device.id } });
      else await season.ask(person, addPushDevice, { body: deliveries.subscribe().body });
    },
    async () => {
      await season.ask(person, logout);
      person.isSignedIn = false;
    },
    async () => {
      const newPassword = `battery staple ${chance.below(100)}`;
      const { status, wasCut } = await season.ask(person, changePassword, {
        body: { password: person.password, newPassword },
      });
      if (status === 200) person.password = newPassword;
      else if (wasCut) await findPassword(season, person, newPassword);
    },
    () => season.ask(person, forgotPassword, { body: { email: person.email } }),
  ];
  await chance.pick(acts)();
}

/** Signs in with the new password, which an answer that was lost may have set. */
async function findPassword(season: Season, person: Person, newPassword: string): Promise<void> {
  if (await signsIn(season, person.email, newPassword)) person.password = newPassword;
}

/** Somebody opens the link of the last letter: a reset, a confirmation, the end of such mail. */
export async function openLetter(season: Season): Promise<void> {
  const { chance, deliveries } = season;
  const person = signedIn(season);
  if (!person) return;
  const letter = deliveries.letterTo(person.email);
  const [, page, token = ''] = /\/(reset-password|confirm-mail|unsubscribe)\?(?:token|t)=([\w.-]+)/.exec(letter) ?? [];
  if (page === 'confirm-mail') await season.ask(person, confirmMail, { body: { token } });
  if (page === 'unsubscribe' && chance.is(0.1)) await season.ask(person, unsubscribe, { body: { token } as never });
  if (page !== 'reset-password') return;
  const newPassword = `horse battery ${chance.below(100)}`;
  const { status, wasCut } = await season.ask(person, resetPassword, { body: { token, newPassword } });
  if (status === 200) person.password = newPassword;
  if (status === 200) await signIn(season, person);
  else if (wasCut) await findPassword(season, person, newPassword);
}

/** Somebody deletes their account. */
export async function quit(season: Season): Promise<void> {
  const person = signedIn(season);
  if (!person) return;
  const { status, wasCut } = await season.ask(person, deleteAccount, { body: { password: person.password } });
  if (status !== 200 && !wasCut) return;
  if (wasCut) {
    const { status: signedInAs } = await season.ask(person, currentUser);
    if (signedInAs === 200) return;
  }
  if (status === 200) endCalendar(person);
  person.calendar = null;
  person.isSignedIn = false;
  person.id = null;
  for (const league of person.leagues) league.members.delete(person);
  person.leagues.clear();
}
