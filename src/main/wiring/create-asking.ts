import { createDialects } from '../../shared/dialects/registry.ts';
import { UnconfirmedDeliveries } from '../outside/unconfirmed-deliveries.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import type { Clock } from '../clock.ts';
import {
  type AskDetails,
  AskUserQuestionManager,
  createAskJournal,
  createSuppliedRecorder,
} from '../questions/ask-user-question-manager.ts';
import { AskTimeouts, countdowns } from '../questions/ask-timeouts.ts';
import { createAskTool } from '../tools/ask-tool.ts';
import { PresenceTracker } from '../outside/presence.ts';
import { Cancellations } from '../outside/cancellations.ts';
import type { Stores } from '../storage/stores.ts';
import type { Announcements } from '../waiting/announcements.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

type AskingParts = Clock & {
  stores: Stores;
  announcements: Announcements;
  log: ChatLog;
  messages: PersonMessages;
  workspaces: Workspaces;
  env: Record<string, string | undefined>;
  /** False where nobody can be asked; true by default. */
  canAsk?: boolean;
  report: (error: unknown) => string;
};

/** Connects the asking tools, the questions' journal and the agents that wait for answers. */
export function createAsking({
  stores,
  announcements,
  log,
  messages,
  workspaces,
  env,
  ...parts
}: AskingParts) {
  const { canAsk = true, after, report, now } = parts;
  const manager = new AskUserQuestionManager<AskDetails>(createAskJournal(stores.asks, now), now);
  const timeouts = new AskTimeouts({
    settings: stores.settings,
    isPlanning: (id) => workspaces.row(id).mode === 'plan',
    ...countdowns({ log, manager, asks: stores.asks }),
    report,
    since: now(),
    now,
    after,
  });
  // First, so that a card opens with its countdown.
  manager.subscribe((event) => timeouts.follow(event));
  manager.subscribe((event) => announcements.ask(event));
  const dialects = createDialects(env);
  const askParts = {
    manager,
    canAsk,
    asks: stores.asks,
    recordSupplied: createSuppliedRecorder({ asks: stores.asks, log, now }),
    messages,
  };
  const tools = new Map(Array.from(dialects, ([id, dialect]) => [id, createAskTool(dialect, askParts)]));
  const presence = new PresenceTracker({ outside: stores.outside, log, report });
  const cancellations = new Cancellations({ after, report });
  const deliveries = new UnconfirmedDeliveries(after);
  return { manager, timeouts, presence, cancellations, deliveries, dialects, asking: tools, canAsk };
}
