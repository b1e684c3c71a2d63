import { randomUUID } from 'node:crypto';
import type { Dialects } from '../../shared/dialects/registry.ts';
import { Cancellations } from '../outside/cancellations.ts';
import { OutsideAsks } from '../outside/outside-asks.ts';
import { OutsideRequests } from '../outside/outside-requests.ts';
import { PresenceTracker } from '../outside/presence.ts';
import { UnconfirmedDeliveries } from '../outside/unconfirmed-deliveries.ts';
import type { ChatServices } from './create-chat-services.ts';
import type { WaitingServices } from './create-waiting.ts';
import type { Platform } from './platform.ts';

/** What serves askers from outside the chats; their reviews are previews. */
export interface OutsideServices extends ReturnType<typeof createOutside> {}

/** Makes what serves agents elsewhere that ask by command line or MCP. */
export function createOutside(
  { stores, report, clock: { now, after } }: Platform,
  { log, workspaces }: ChatServices,
  { manager }: WaitingServices,
  dialects: Dialects,
) {
  const presence = new PresenceTracker({ outside: stores.outside, log, report });
  const cancellations = new Cancellations({ after, report });
  const deliveries = new UnconfirmedDeliveries(after);
  const requests = new OutsideRequests({ presence, cancellations, workspaces, newId: randomUUID, now });
  const asks = new OutsideAsks({ requests, manager, stores, log, dialects, report });
  return { asks, requests, deliveries };
}
