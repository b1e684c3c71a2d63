import type { DialectId } from '../../shared/dialects/registry.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';
import type { Companion } from '../companion.ts';
import { failureText } from '../connection/failure-text.ts';
import { type ParleyStore, setNotice } from './parley-store.ts';

/** What a person does with a chat's agent. What fails is said in the chat; success shows in the feed. */
export type ChatIntents = {
  setMode(id: WorkspaceId, mode: Mode): void;
  /** Gives the chat to another agent: `guide` or `<provider>/<model>`. */
  setAgent(id: WorkspaceId, agent: string): void;
  /** Fixes by which tool its agent asks; null leaves it to the agent. */
  setDialect(id: WorkspaceId, dialect: DialectId | null): void;
  stop(id: WorkspaceId): void;
  resume(id: WorkspaceId): void;
};

export function createChatIntents(companion: Companion, store: ParleyStore): ChatIntents {
  function attempt(id: WorkspaceId, call: Promise<void>): void {
    setNotice(store, id, undefined);
    call.catch((error: unknown) => setNotice(store, id, failureText(error)));
  }

  return {
    setMode: (id, mode) => attempt(id, companion.setMode(id, mode)),
    setAgent: (id, agent) => attempt(id, companion.setAgent(id, agent)),
    setDialect: (id, dialect) => attempt(id, companion.setDialect(id, dialect)),
    stop: (id) => attempt(id, companion.stop(id)),
    resume: (id) => attempt(id, companion.resume(id)),
  };
}
