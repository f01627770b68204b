import { confirmChatPost, leagueChat, removeChat, repeatChatPost, saveChat, testChat } from '#shared/api/chat.ts';
import { chatServices } from '#shared/domain/chat.ts';
import { ownerOf, signedIn } from './draw.ts';
import { BrokenLaw, type League, type Person, type Season } from './season.ts';

/** Who runs a league sets its group chat, tries it out, decides what is in doubt or removes it; strangers try to. */
export async function runChat(season: Season): Promise<void> {
  const { chance } = season;
  const drawn = ownerOf(season);
  if (!drawn) return;
  const { person, league } = drawn;
  const params = { id: league.id };
  if (chance.is(0.1)) return tryAsStranger(season, league);
  const { reply } = await season.ask(person, leagueChat, { params });
  if (!reply) return;
  if (!reply.chat) return save(season, person, league);
  for (const { id: postId, week } of reply.chat.doubts) {
    const ofPost = { params: { ...params, postId } };
    if (chance.is(0.5)) {
      await season.ask(person, confirmChatPost, ofPost);
      continue;
    }
    season.deliveries.chats.mayRepeat(league.id, week);
    await season.ask(person, repeatChatPost, ofPost);
  }
  if (chance.is(0.5)) await season.ask(person, testChat, { params });
  else if (chance.is(0.2)) await season.ask(person, removeChat, { params });
  else if (chance.is(0.5) || !reply.chat.isOn) await save(season, person, league);
}

async function save({ chance, deliveries, ask }: Season, person: Person, league: League): Promise<void> {
  const service = chance.pick(chatServices);
  const address = deliveries.chats.webhook(service, league.id, chance.below(10));
  await ask(person, saveChat, { params: { id: league.id }, body: { service, address } });
}

async function tryAsStranger(season: Season, league: League): Promise<void> {
  const person = signedIn(season);
  if (!person || league.members.has(person)) return;
  const { status } = await season.ask(person, season.chance.pick([leagueChat, testChat]), {
    params: { id: league.id },
  });
  if (status === 200) throw new BrokenLaw(`${person.email} reaches the chat of ${league.id}, and is no member`);
}
