/**
 * Why a letter was not sent.
 *
 * silent     no mail server answered; without SMTP_URL, its file could not be written.
 * sign-in    the server does not accept the user or the password of SMTP_URL.
 * busy       the server takes the letter later: 4xx.
 * refused    the server does not take the letter: 5xx.
 * unwritten  its words could not be written.
 */
export const mailFailures = ['silent', 'sign-in', 'busy', 'refused', 'unwritten'] as const;
export type MailFailure = (typeof mailFailures)[number];
