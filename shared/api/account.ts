/**
 * The request header with the id of the account that the client rendered its page for, or `nobody`.
 *
 * Without it, a page that was opened before another person signed in would act for that person. The server compares the
 * header with the session and answers 409 `other-account` when they differ. The header proves nothing.
 * Source: docs/decisions/page-of-one-account.md.
 */
export const accountHeader = 'x-ching-account';

/** The value of `accountHeader` when nobody is signed in. */
export const nobody = 'nobody';
