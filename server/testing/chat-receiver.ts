import { createServer, type ServerResponse } from 'node:http';
import { listen } from '../lib/listen.ts';

/** The answer of a service: its status, with headers if it has some; a body without an end; or none at all. */
type ChatAnswer = number | { status: number; headers: Record<string, string> } | 'drip' | 'nothing';

type ReceivedPost = { method: string; path: string; type: string | undefined; body: Record<string, unknown> };

export type ChatReceiver = {
  origin: string;
  /** Webhooks that are listed nowhere else. */
  slack: string;
  discord: string;
  groupme: string;
  /** The posts that arrived, the refused included, in order. */
  received: ReceivedPost[];
  /** Their texts. */
  texts(): string[];
  /** Sets the answer to what comes from now on; 200 at first. */
  answerWith(answer: ChatAnswer | ((post: ReceivedPost) => ChatAnswer | Promise<ChatAnswer>)): void;
  close(): Promise<void>;
};

/** A receiver of webhooks on this machine, in place of Slack, Discord and GroupMe; at a free port, or at this origin. */
export async function startChatReceiver(at = 'http://127.0.0.1:0'): Promise<ChatReceiver> {
  const received: ReceivedPost[] = [];
  let answer: Parameters<ChatReceiver['answerWith']>[0] = 200;
  const server = createServer(async (req, res) => {
    const parts: Buffer[] = [];
    for await (const part of req) parts.push(part);
    const { method = '', url: path = '', headers } = req;
    const text = Buffer.concat(parts).toString();
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    const post = { method, path, type: headers['content-type'], body };
    received.push(post);
    reply(res, typeof answer === 'function' ? await answer(post) : answer);
  });
  server.keepAliveTimeout = 0; // a post that comes as an idle connection closes would get no answer
  const origin = `http://127.0.0.1:${await listen(server, Number(new URL(at).port))}`;
  return {
    origin,
    slack: `${origin}/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXabcd`,
    discord: `${origin}/api/webhooks/123456789012345678/a-token_of-the-tests-wxyz`,
    groupme: `${origin}/v3/bots/post?bot_id=0123456789abcdef0123456789`,
    received,
    texts: () => received.map(({ body }) => String(body.text ?? body.content)),
    answerWith: (given) => {
      answer = given;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function reply(res: ServerResponse, answer: ChatAnswer): void {
  if (answer === 'nothing') return;
  if (answer === 'drip') {
    res.writeHead(200);
    const drip = setInterval(() => res.write('.'), 20);
    res.on('close', () => clearInterval(drip));
    return;
  }
  const { status, headers } = typeof answer === 'number' ? { status: answer, headers: {} } : answer;
  res.writeHead(status, headers).end();
}
