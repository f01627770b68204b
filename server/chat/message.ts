import type { ChatService } from '#shared/domain/chat.ts';
import type { ChatText } from '#shared/words/chat-words.ts';

/**
 * The most characters of a message. Discord takes 2,000 and GroupMe 1,000; Slack takes 40,000 and shows 4,000 unfolded.
 * Sources: discord.com/developers/docs/resources/webhook, dev.groupme.com/docs/v3, docs.slack.dev/changelog/2018-truncating-really-long-messages.
 */
const most: Record<ChatService, number> = { slack: 3_000, discord: 2_000, groupme: 1_000 };

/** The JSON of a message for a service. Nobody is mentioned, nothing in a name is markup or a link. */
export function bodyOf(service: ChatService, { lines, link }: ChatText, botId: string | null): string {
  const text = fitted(
    lines.map((line) => escaped[service](withoutMentions(line))),
    link,
    most[service],
  );
  switch (service) {
    case 'slack':
      return JSON.stringify({ text, mrkdwn: false, link_names: false, unfurl_links: false, unfurl_media: false });
    case 'discord':
      return JSON.stringify({ content: text, allowed_mentions: { parse: [] }, flags: suppressEmbeds });
    case 'groupme':
      return JSON.stringify({ bot_id: botId, text });
  }
}

/** Source: discord.com/developers/docs/resources/message#message-object-message-flags. */
const suppressEmbeds = 4;

const invisible = '\u200b';

/** Breaks what chats find in plain text: mentions, and addresses, which may stand in a name. */
function withoutMentions(line: string): string {
  return line
    .replaceAll('@', `@${invisible}`)
    .replaceAll('://', `:${invisible}//`)
    .replace(/(?<=\S)\.(?=\p{L})/gu, `.${invisible}`);
}

const escaped: Record<ChatService, (line: string) => string> = {
  slack: (line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  discord: (line) => line.replace(/[\\*_~`|<>#[\]():]/g, '\\$&').replace(/^(\s*)([-+])/, '$1\\$2'),
  groupme: (line) => line,
};

const cutMark = '\n…';

/** The lines and the link. Where all are more than `limit` characters, '…' stands for the last lines. */
function fitted(lines: readonly string[], link: string, limit: number): string {
  const end = `\n\n${link}`;
  const whole = lines.join('\n').trimEnd() + end;
  if (whole.length <= limit) return whole;
  const room = limit - cutMark.length - end.length;
  const shown = lines.filter((_line, at) => lines.slice(0, at + 1).join('\n').length <= room);
  return shown.join('\n').trimEnd() + cutMark + end;
}
