import { Router } from 'express';
import { events } from '#shared/api/events.ts';
import { addressKey } from '../http/address.ts';
import type { Streams } from './streams.ts';

/** Where pages hear what changed. Source: design D21. */
export function eventRoutes(streams: Streams): Router {
  const router = Router();
  router.head(events.path, (_req, res) => void res.type('text/event-stream').end());
  router.get(events.path, async (req, res) => {
    const userId = req.user?.id ?? null;
    const caller = { userId, sessionId: userId && req.sessionID, address: addressKey(req.ip) };
    await streams.open(caller, () => {
      // A proxy would otherwise gather events until they fill its buffer.
      res.writeHead(events.status, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
      return res;
    });
  });
  return router;
}
