/**
 * The request header in which the client names the account that its page was drawn for, or `nobody`.
 *
 * A page that was opened before another person signed in would otherwise act for that person. The server only compares
 * the header with the session and answers 409 `other-account` when they differ. The header proves nothing.
 */
export const accountHeader = 'x-ching-account';

/** Value of `accountHeader` of a page on which nobody is signed in. */
export const nobody = 'nobody';
