import type { AuditAct } from '#shared/domain/audit.ts';
import { counted } from '#shared/domain/count.ts';
import { type QuoteField, quoteFields } from '#shared/domain/market.ts';
import { isolate } from '#shared/domain/naming.ts';

/** A line of the audit log with the present names of what its ids name. */
export type NamedLine = {
  action: AuditAct;
  actorId: string | null;
  detail: Record<string, unknown>;
  /** The user in `detail.userId`. */
  user: string;
  /** The game in `detail.gameId`. */
  game: string;
  league: string;
};

/** The act as a sentence that begins with the actor: 'made Ann an admin.' */
export function auditWords(line: NamedLine): string {
  return wordsOf[line.action]?.(line) ?? `did what this version has no words for (${line.action}).`;
}

const wordsOf: Record<AuditAct, (line: NamedLine) => string> = {
  'admin-granted': ({ user }) => `made ${user} an admin.`,
  'admin-revoked': ({ user, actorId, detail }) =>
    actorId === detail.userId ? 'gave up their admin right.' : `ended the admin right of ${user}.`,
  'result-set': ({ game, detail }) => sentence(`set ${game} to ${outcomeOf(detail)}`, detail.reason),
  'game-voided': ({ game, detail }) => sentence(`voided ${game}`, detail.reason),
  'result-corrected': ({ game, detail }) =>
    `corrected ${game}: ${outcomeOf(recordOf(detail.before))} to ${outcomeOf(recordOf(detail.after))}.`,
  'odds-set': ({ game, detail }) => sentence(`set odds on ${game}`, oddsMoves(detail.changed)),
  'odds-cleared': ({ game }) => `cleared the odds on ${game}.`,
  'mail-retried': ({ detail }) => `had ${counted(listOf(detail.letterIds).length, 'letter')} sent again.`,
  'user-shown': ({ user }) => `opened the account of ${user}.`,
  'league-shown': ({ league }) => `opened the league ${league}.`,
  'member-removed': ({ user, league }) => `removed ${user} from ${league}.`,
  'league-deleted': ({ detail }) =>
    `deleted the league ${isolate(String(detail.name))}, with ${counted(Number(detail.members), 'member')} and ${counted(Number(detail.tickets), 'ticket')}.`,
  'league-transferred': ({ league }) => `took over the league ${league}.`,
  'note-removed': ({ user, league }) => `removed a note of ${user} in ${league}.`,
  'email-changed': () => 'changed the address of their account.',
  'email-change-undone': () => 'took back a change of their address.',
  'password-changed': () => 'changed their password.',
  'session-ended': () => 'signed out another of their browsers.',
  'other-sessions-ended': () => 'signed out all their other browsers.',
  'account-deleted': () => 'deleted their account.',
  'leagues-sharded': () => 'sharded the leagues over the machines.',
  'machine-disabled': ({ detail }) => `disabled the machine ${detail.address}.`,
  'machine-enabled': ({ detail }) => `enabled the machine ${detail.address}.`,
};

/** The words, and the reason after a colon if there is one, with one full stop at the end. */
function sentence(words: string, reason: unknown): string {
  const whole = typeof reason === 'string' && reason !== '' ? `${words}: ${isolate(reason)}` : words;
  return /[.!?…]\u2069?$/.test(whole) ? whole : `${whole}.`;
}

/** '24-30' with the score of the away team first, as in the names of games. */
function outcomeOf({ isVoid, home, away }: Record<string, unknown>): string {
  return isVoid === true ? 'void' : `${away}-${home}`;
}

/** 'Over Odds -110 to -105, Total Points none to 44.5'. */
function oddsMoves(changed: unknown): string {
  return listOf(changed)
    .map(recordOf)
    .map(({ field, before, after }) => {
      const label = quoteFields[field as QuoteField]?.label ?? String(field);
      return `${label} ${before ?? 'none'} to ${after ?? 'none'}`;
    })
    .join(', ');
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
