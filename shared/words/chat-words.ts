import type { Recap } from '#shared/api/weeks.ts';
import type { ChatFailure, ChatService } from '#shared/domain/chat.ts';
import { type Cents, showWhole } from '#shared/domain/money.ts';
import { isolate } from '#shared/domain/naming.ts';
import { recapText } from './recap-text.ts';
import { listed, plain } from './recap-words.ts';

export const chatServiceNames: Record<ChatService, string> = { slack: 'Slack', discord: 'Discord', groupme: 'GroupMe' };

/** Why the last post failed, to the owner. */
export function chatFailureWords(failure: ChatFailure, service: ChatService): string {
  const name = chatServiceNames[service];
  switch (failure) {
    case 'gone':
      return `${name} does not know this address any more. Make a new one there and paste it here.`;
    case 'limited':
      return `${name} takes no more messages for now.`;
    case 'refused':
      return `${name} refused the message.`;
    case 'broken':
      return `${name} has trouble of its own.`;
    case 'silent':
      return `${name} did not say whether it took the message.`;
    case 'unreachable':
      return `${name} could not be reached.`;
    case 'not-allowed':
      return 'Ching may not call this address.';
  }
}

/** The name of a message at the beginning of a sentence, by the week of its recap; null is the final standings. */
export function chatPostName(week: number | null): string {
  return week === null ? 'The final standings' : `The recap of week ${week}`;
}

/** A message as plain lines, with the link that ends it. The names in it are as people typed them. */
export type ChatText = { lines: readonly string[]; link: string };

export function recapChat(leagueName: string, recap: Recap, link: string): ChatText {
  return { lines: recapText(leagueName, recap, '').trimEnd().split('\n'), link };
}

type FinalChatRow = { rank: number; name: string; total: Cents; isChampion: boolean };

/** Chosen: a message of a group chat shows about thirty lines. */
const mostRows = 20;

/** The final standings. `rows` are all of them, best first. */
export function finalChat(leagueName: string, rows: readonly FinalChatRow[], link: string): ChatText {
  const champions = rows.filter(({ isChampion }) => isChampion);
  const title =
    champions.length === 0
      ? 'Nobody won the title.'
      : `${plain(listed(champions))} ${champions.length === 1 ? 'is champion' : 'share the title'}.`;
  const shown = rows.slice(0, mostRows).map(({ rank, name, total }) => `${rank} ${isolate(name)} ${showWhole(total)}`);
  const others = rows.length - shown.length;
  return {
    lines: [`${isolate(leagueName)} is final`, title, '', ...shown, ...(others > 0 ? [`and ${others} more`] : [])],
    link,
  };
}

export function testChatText(leagueName: string, link: string): ChatText {
  return {
    lines: [
      `A test from ${isolate(leagueName)} on Ching.`,
      "The week's recap and the final standings will be posted here.",
    ],
    link,
  };
}
