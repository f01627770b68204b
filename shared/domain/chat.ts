/** The services to whose group chats a league posts. */
export const chatServices = ['slack', 'discord', 'groupme'] as const;
export type ChatService = (typeof chatServices)[number];

/**
 * Why a post failed.
 *
 * gone         the service knows no such webhook any more: 404 or 410.
 * limited      it takes no more for now: 429, of GroupMe 420 (dev.groupme.com/docs/responses).
 * refused      another 4xx, or a redirect, which nothing follows.
 * broken       another 5xx.
 * silent       the message was sent, and the service did not say whether it took it: the only failure after which the
 *              message may be in the chat.
 * unreachable  no connection, so that nothing was sent.
 * not-allowed  the address belongs to no allowed service any more, or its name has an address that is not public.
 */
export const chatFailures = ['gone', 'limited', 'refused', 'broken', 'silent', 'unreachable', 'not-allowed'] as const;
export type ChatFailure = (typeof chatFailures)[number];

/** After so many failures in a row nothing is posted until somebody who runs the league saves the chat again. */
export const mostChatFailures = 10;
