import type { Logger } from '../log.ts';
import { outsideCalls } from '../outside/outside-calls.ts';
import {
  agentCalls,
  appCalls,
  clientTokenCalls,
  ledgerCalls,
  serverCalls,
  terminalCalls,
} from '../calls/app-calls.ts';
import { createCalls, type ParleyRouter, type Report } from '../calls/calls.ts';
import { chatCalls, ruleCalls } from '../calls/chat-calls.ts';
import { trustCalls } from '../calls/trust-calls.ts';

type Parts<Area extends (calls: never, parts: never) => unknown> = Parameters<Area>[1];

export type RouterParts = { report: Report; logger: Pick<Logger, 'debug'> } & Parts<typeof appCalls> &
  Parts<typeof outsideCalls> &
  Parts<typeof clientTokenCalls> &
  Parts<typeof agentCalls> &
  Parts<typeof ledgerCalls> &
  Parts<typeof ruleCalls> &
  Parts<typeof trustCalls> &
  Parts<typeof serverCalls> &
  Parts<typeof terminalCalls> &
  Parts<typeof chatCalls>;

/** The handlers of the whole contract. */
export function createRouter(parts: RouterParts): ParleyRouter {
  const calls = createCalls(parts.report, parts.logger);
  return calls.router({
    app: appCalls(calls, parts),
    outside: outsideCalls(calls, parts),
    clientTokens: clientTokenCalls(calls, parts),
    agents: agentCalls(calls, parts),
    ledger: ledgerCalls(calls, parts),
    rules: ruleCalls(calls, parts),
    trust: trustCalls(calls, parts),
    servers: serverCalls(calls, parts),
    terminals: terminalCalls(calls, parts),
    workspace: chatCalls(calls, parts),
  });
}
