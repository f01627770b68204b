import type { ChatFailure, ChatService } from '#shared/domain/chat.ts';
import type { MailFailure } from '#shared/domain/mail-failure.ts';
import type { PushFailure } from '#shared/domain/push-failure.ts';

export const mailFailureWords: Record<MailFailure, string> = {
  silent: 'No mail server answered.',
  'sign-in': 'The mail server refuses the sign-in of SMTP_URL.',
  busy: 'The mail server takes it later.',
  refused: 'The mail server refuses it.',
  unwritten: 'Its words could not be written: the log says why.',
};

export const pushFailureWords: Record<PushFailure, string> = {
  silent: 'no answer',
  limited: 'too many at once',
  broken: 'the service is broken',
  refused: 'the service refuses them',
};

export const chatFailureWords: Record<ChatFailure, string> = {
  gone: 'the webhook is gone',
  limited: 'too many at once',
  refused: 'the service refuses it',
  broken: 'the service is broken',
  silent: 'no answer',
  unreachable: 'no connection',
  'not-allowed': 'the address is not allowed any more',
};

export const chatServiceWords: Record<ChatService, string> = { slack: 'Slack', discord: 'Discord', groupme: 'GroupMe' };
