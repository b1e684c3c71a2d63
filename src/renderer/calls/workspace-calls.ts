import type { ChatEnd } from '../../shared/contract/contract.ts';
import type { DialectId } from '../../shared/dialects/registry.ts';
import type { MessageId, WorkspaceId } from '../../shared/ids.ts';
import type { FoundPlaces } from '../../shared/transcript/found-places.ts';
import type { MessageCount, Stretch, StretchPlace } from '../../shared/transcript/stretch.ts';
import type { Mode } from '../../shared/workspace/workspace.ts';
import type { Connection } from '../connection/connection.ts';

/** What is asked of main about a workspace and its agent. */
export type WorkspaceCalls = {
  rename(workspaceId: WorkspaceId, name: string): Promise<void>;
  setArchived(workspaceId: WorkspaceId, archived: boolean): Promise<void>;
  remove(workspaceId: WorkspaceId): Promise<void>;
  undoRemove(workspaceId: WorkspaceId): Promise<void>;
  setMode(workspaceId: WorkspaceId, mode: Mode): Promise<void>;
  setAgent(workspaceId: WorkspaceId, agent: string): Promise<void>;
  setDialect(workspaceId: WorkspaceId, dialect: DialectId | null): Promise<void>;
  /** How a watch of the chat would begin. */
  readEnd(workspaceId: WorkspaceId): Promise<ChatEnd>;
  /** Messages from anywhere in a chat. */
  readMessages(workspaceId: WorkspaceId, at: StretchPlace, count?: number): Promise<Stretch>;
  /** How many messages a chat shows, and how many of them stand before one. */
  countMessages(workspaceId: WorkspaceId, before: MessageId): Promise<MessageCount>;
  /** Where a text stands in a chat. */
  findMessages(workspaceId: WorkspaceId, text: string, signal: AbortSignal): Promise<FoundPlaces>;
  stop(workspaceId: WorkspaceId): Promise<void>;
  resume(workspaceId: WorkspaceId): Promise<void>;
};

export function workspaceCalls({ call }: Connection): WorkspaceCalls {
  return {
    rename: (workspaceId, name) =>
      call(async (client) => void (await client.workspace.rename({ workspaceId, name }))),
    setArchived: (workspaceId, archived) =>
      call(async (client) => void (await client.workspace.setArchived({ workspaceId, archived }))),
    remove: (workspaceId) => call(async (client) => void (await client.workspace.remove({ workspaceId }))),
    undoRemove: (workspaceId) =>
      call(async (client) => void (await client.workspace.undoRemove({ workspaceId }))),
    setMode: (workspaceId, mode) =>
      call(async (client) => void (await client.workspace.setMode({ workspaceId, mode }))),
    setAgent: (workspaceId, agent) =>
      call(async (client) => void (await client.workspace.setAgent({ workspaceId, agent }))),
    setDialect: (workspaceId, dialect) =>
      call(async (client) => void (await client.workspace.setDialect({ workspaceId, dialect }))),
    readEnd: (workspaceId) => call((client) => client.workspace.readEnd({ workspaceId })),
    readMessages: (workspaceId, at, count) =>
      call((client) => client.workspace.readMessages({ workspaceId, at, count })),
    countMessages: (workspaceId, before) =>
      call((client) => client.workspace.countMessages({ workspaceId, before })),
    findMessages: (workspaceId, text, signal) =>
      call((client) => client.workspace.findMessages({ workspaceId, text }, { signal })),
    stop: (workspaceId) => call(async (client) => void (await client.workspace.stop({ workspaceId }))),
    resume: (workspaceId) => call(async (client) => void (await client.workspace.resume({ workspaceId }))),
  };
}
