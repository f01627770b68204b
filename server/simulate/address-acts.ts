import { currentUser, login } from '#shared/api/auth.ts';
import { askEmailChange, confirmEmailChange, undoEmailChange } from '#shared/api/email-change.ts';
import { confirmEmailPath } from '#shared/api/mail.ts';
import { signedIn } from './draw.ts';
import { BrokenLaw, type Person, type Season } from './season.ts';
import { signsIn } from './sign-in.ts';

/** Somebody asks for another address: mostly a new or an earlier one, sometimes that of somebody else. */
export async function askForAddress(season: Season): Promise<void> {
  const { chance, people } = season;
  const person = signedIn(season);
  if (!person) return;
  const drawn = chance.below(10);
  const taken = chance.pick(people).email;
  const fresh = `${person.email.split('@')[0]}.${chance.below(100)}@example.org`;
  const email = drawn === 0 ? taken : drawn < 3 ? chance.pick([...person.addresses, fresh]) : fresh;
  const isOthers = people.some((other) => other !== person && (other.email === email || other.addresses.has(email)));
  const { status } = await season.ask(person, askEmailChange, { body: { email, password: person.password } });
  // A letter to the address of somebody else is theirs to read.
  if (status !== 401 && !isOthers) person.addresses.add(email);
}

type Link = { person: Person; address: string; path: string; token: string };

/** Somebody opens the link of a letter about a change of address: they confirm it, or take it back. */
export async function openAddressLetter(season: Season): Promise<void> {
  const { chance, people } = season;
  const links = people.flatMap((person) => (person.id === null ? [] : linksOf(season, person)));
  const fresh = links.filter(({ person, token }) => !person.opened.has(token));
  const among = fresh.length > 0 && chance.is(0.9) ? fresh : links;
  if (among.length === 0) return;
  const link = chance.pick(among);
  // Most people meant their change.
  if (link.path === confirmEmailPath) await confirm(season, link);
  else if (chance.is(0.4)) await undo(season, link);
}

function linksOf({ deliveries }: Season, person: Person): Link[] {
  return [person.email, ...person.addresses].flatMap((address) => {
    const found = /(\/confirm-email|\/undo-email)\?token=([\w.-]+)/.exec(deliveries.letterTo(address));
    const [, path, token] = found ?? [];
    return path && token ? [{ person, address, path, token }] : [];
  });
}

async function confirm(season: Season, { person, address, token }: Link): Promise<void> {
  const { status, wasCut } = await season.ask(person, confirmEmailChange, { body: { token } });
  if (!wasCut) person.opened.add(token);
  const isChanged = status === 200 || (status >= 500 && (await signsIn(season, address, person.password)));
  if (!isChanged) return;
  const former = moveTo(person, address);
  season.counts.addresses += 1;
  if (former !== null) await checkEnded(season, former, person.password);
  await checkPresent(season, person);
}

async function undo(season: Season, { person, address, token }: Link): Promise<void> {
  const newPassword = `staple horse ${season.chance.below(100)}`;
  const { status, wasCut } = await season.ask(person, undoEmailChange, { body: { token, newPassword } });
  if (!wasCut) person.opened.add(token);
  const isUndone = status === 200 || (status >= 500 && (await signsIn(season, address, newPassword)));
  if (!isUndone) return;
  const former = moveTo(person, address);
  const formerPassword = person.password;
  Object.assign(person, { password: newPassword, isSignedIn: false });
  season.counts.addresses += 1;
  const { status: ofSession } = await season.ask(person, currentUser);
  if (ofSession === 200) throw new BrokenLaw(`${person.email} is still signed in after an undo`);
  if (formerPassword !== newPassword) await checkEnded(season, address, formerPassword);
  if (former !== null) await checkEnded(season, former, newPassword);
  await checkPresent(season, person);
}

/** Makes it the address of a person; returns the one before, null if it was the same. */
function moveTo(person: Person, address: string): string | null {
  if (person.email === address) return null;
  const former = person.email;
  person.addresses.add(former);
  person.addresses.delete(address);
  person.email = address;
  return former;
}

async function checkEnded(season: Season, email: string, password: string): Promise<void> {
  if (await signsIn(season, email, password)) throw new BrokenLaw(`${email} still signs in with ${password}`);
}

/** Signs in with the present address. */
async function checkPresent(season: Season, person: Person): Promise<void> {
  const { email, password } = person;
  const { reply, status, wasCut } = await season.ask(person, login, { body: { email, password } });
  if (reply) person.isSignedIn = true;
  else if (!wasCut) throw new BrokenLaw(`${email} does not sign in with ${password}: ${status}`);
}
