/** The part of web-push that Ching uses: it encrypts a payload (RFC 8291) and signs its request (RFC 8292). */
declare module 'web-push' {
  type Subscription = { endpoint: string; keys: { p256dh: string; auth: string } };
  type Options = {
    vapidDetails: { subject: string; publicKey: string; privateKey: string };
    TTL: number;
    topic: string;
    urgency: 'very-low' | 'low' | 'normal' | 'high';
  };
  type Details = { headers: Record<string, string | number>; body: Buffer };
  const webPush: { generateRequestDetails(subscription: Subscription, payload: string, options: Options): Details };
  export default webPush;
}
