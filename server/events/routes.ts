import { Router } from 'express';
import { events } from '#shared/api/events.ts';
import { addressKey } from '../http/address.ts';
import type { Streams } from './streams.ts';

/** The event stream of change notifications. Why: docs/decisions/change-notifications.md. */
export function eventRoutes(streams: Streams): Router {
  const router = Router();
  router.head(events.path, (_req, res) => void res.type('text/event-stream').end());
  router.get(events.path, async (req, res) => {
    const userId = req.user?.id ?? null;
    const caller = { userId, sessionId: userId && req.sessionID, address: addressKey(req.ip) };
    await streams.open(caller, () => {
      // X-Accel-Buffering: no, so that a proxy does not buffer events.
      res.writeHead(events.status, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
      return res;
    });
  });
  return router;
}
