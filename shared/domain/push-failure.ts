/**
 * Why a push was not sent.
 *
 * silent   no answer within the time limit, or no connection.
 * limited  the push service takes no more for now: 429.
 * broken   5xx.
 * refused  any other answer but 404 and 410, which end the device.
 */
export const pushFailures = ['silent', 'limited', 'broken', 'refused'] as const;
export type PushFailure = (typeof pushFailures)[number];
