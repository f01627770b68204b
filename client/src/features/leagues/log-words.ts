import type { LogEntry } from '#shared/api/league-log.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { fairPlayName, fairPlayRules } from '#shared/domain/fair-play-words.ts';
import { isolate } from '#shared/domain/naming.ts';
import { chatServiceNames } from '#shared/words/chat-words.ts';
import { approvalWords, revealWords, sportsWords } from './league-words.ts';

type Settings = NonNullable<LogEntry['before']>;

/** The words of an act, to stand after the actor's name: one sentence, or one for each changed setting. */
export function logWords({ act, whom, before, after }: LogEntry): string[] {
  const member = isolate(whom?.name ?? '');
  switch (act) {
    case 'settings':
      return Object.keys(after ?? {}).flatMap((name) =>
        settingWords(name as keyof Settings, before ?? {}, after ?? {}),
      );
    case 'code-renewed':
      return ['made a new join code and link'];
    case 'chat-saved':
      return [`connected the group chat${after?.chat ? ` in ${chatServiceNames[after.chat]}` : ''}`];
    case 'chat-removed':
      return ['disconnected the group chat'];
    case 'removed':
      return [`removed ${member} from the league`];
    case 'note-removed':
      return [`removed a note that ${member} wrote on a bet`];
    case 'manager-named':
      return [`made ${member} a manager`];
    case 'manager-unnamed':
      return [`removed ${member} as a manager`];
    case 'offered':
      return [`offered the league to ${member}`];
    case 'offer-withdrawn':
      return [`withdrew the offer to ${member}`];
    case 'offer-declined':
      return ['declined the offer to own the league'];
    case 'transferred':
      return [`took the league over from ${member}, who is a manager now`];
    case 'approved':
      return [`let ${member} in`];
    case 'declined':
      return ['turned down a request to join'];
  }
}

function settingWords(name: keyof Settings, before: Settings, after: Settings): string[] {
  switch (name) {
    case 'name':
      return [`changed the name from ${quoted(before.name)} to ${quoted(after.name)}`];
    case 'description':
      return [textWords('description', before.description, after.description)];
    case 'announcement':
      return [after.announcement === null ? 'took the announcement down' : 'made an announcement'];
    case 'joinDeadline':
      return [`changed the join deadline from ${date(before.joinDeadline)} to ${date(after.joinDeadline)}`];
    case 'endDate':
      return [`changed the end date from ${date(before.endDate)} to ${date(after.endDate)}`];
    case 'allowedSports':
      return [`changed the sports from ${sports(before)} to ${sports(after)}`];
    case 'reveal':
      return [`changed when members see each other's bets from ${reveal(before)} to ${reveal(after)}`];
    case 'remarks':
      return [`switched notes and reactions ${after.remarks ? 'on' : 'off'}`];
    case 'fairPlay':
      return [`changed the rules from ${rules(before)} to ${rules(after)}`];
    case 'approvesJoins':
      return [`changed who may join from ${approval(before)} to ${approval(after)}`];
    case 'chat':
      return [];
  }
}

function textWords(what: string, before: string | null | undefined, after: string | null | undefined): string {
  if (!after) return `removed the ${what} ${quoted(before)}`;
  return before
    ? `changed the ${what} from ${quoted(before)} to ${quoted(after)}`
    : `added the ${what} ${quoted(after)}`;
}

const quoted = (text: string | null | undefined) => `“${isolate(text ?? '')}”`;
const date = (instant: string | null | undefined) => (instant ? showInstant(new Date(instant)) : 'none');
const lower = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
const sports = ({ allowedSports = 'ALL' }: Settings) => (allowedSports === 'ALL' ? 'all' : sportsWords(allowedSports));
const reveal = ({ reveal: moment }: Settings) => (moment ? lower(revealWords[moment]) : '');
const approval = ({ approvesJoins = false }: Settings) =>
  lower(approvalWords[approvesJoins ? 'approved' : 'everybody']);

/** The name of the rules; those that have none are listed. */
function rules({ fairPlay }: Settings): string {
  if (!fairPlay) return '';
  const name = fairPlayName(fairPlay) ?? 'Classic';
  return name === 'Rules of its own' ? `these: ${fairPlayRules(fairPlay).join(' ')}` : name;
}
