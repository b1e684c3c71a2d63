import {
  agentCalls,
  appCalls,
  clientTokenCalls,
  ledgerCalls,
  ruleCalls,
  serverCalls,
  terminalCalls,
  trustCalls,
} from '../calls/app-calls.ts';
import { createCalls, type ParleyRouter } from '../calls/calls.ts';
import { chatCalls } from '../calls/chat-calls.ts';
import type { Services } from '../calls/services.ts';
import { type OutsideCallDeps, outsideCalls } from '../outside/outside-calls.ts';

/** The handlers of the whole contract. */
export function createRouter(services: Services, outside: OutsideCallDeps): ParleyRouter {
  const calls = createCalls(services);
  return calls.router({
    app: appCalls(calls),
    outside: outsideCalls(calls, outside),
    clientTokens: clientTokenCalls(calls),
    agents: agentCalls(calls),
    ledger: ledgerCalls(calls),
    rules: ruleCalls(calls),
    trust: trustCalls(calls),
    servers: serverCalls(calls),
    terminals: terminalCalls(calls),
    workspace: chatCalls(calls),
  });
}
