import { ORPCError } from '@orpc/server';
import { failures } from '../../shared/contract/failures.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import { findMessages } from '../chat/find-messages.ts';
import type { Conversation } from '../agent/conversation.ts';
import type { Removals } from '../agent/removals.ts';
import type { AskTimeouts } from '../questions/ask-timeouts.ts';
import type { SearchStore } from '../storage/search-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { requireWorkspace } from './known-workspace.ts';

export type WorkspaceCallParts = {
  workspaces: Workspaces;
  log: ChatLog;
  search: SearchStore;
  conversation: Conversation;
  removals: Removals;
  timeouts: AskTimeouts;
};

/** What a window asks of one chat. */
export function workspaceCalls(calls: Calls, parts: WorkspaceCallParts) {
  const { workspaces, log, search, conversation, timeouts } = parts;
  const { workspace } = calls;
  return {
    ...listCalls(calls, parts),
    create: workspace.create.handler(({ input }) => workspaces.create(input.folder)),
    watch: workspace.watch.handler(({ input: { workspaceId, after }, signal }) => {
      requireWorkspace(workspaces, workspaceId);
      workspaces.noteSeen(workspaceId);
      return log.watch(workspaceId, after, signal);
    }),
    readEnd: workspace.readEnd.handler(({ input: { workspaceId } }) => {
      requireWorkspace(workspaces, workspaceId);
      return log.readEnd(workspaceId);
    }),
    readMessages: workspace.readMessages.handler(({ input: { workspaceId, at, count } }) => {
      const stretch = log.readMessages(workspaceId, at, count);
      if (stretch === undefined) throw new ORPCError('no-such-message', failures['no-such-message']);
      return stretch;
    }),
    countMessages: workspace.countMessages.handler(({ input: { workspaceId, before } }) => {
      requireWorkspace(workspaces, workspaceId);
      return log.countMessages(workspaceId, before);
    }),
    findMessages: workspace.findMessages.handler(({ input: { workspaceId, text }, signal }) => {
      requireWorkspace(workspaces, workspaceId);
      return findMessages(search, workspaceId, text, signal);
    }),
    setMode: workspace.setMode.handler(({ input }) => {
      requireWorkspace(workspaces, input.workspaceId);
      workspaces.setMode(input.workspaceId, input.mode);
      if (input.mode === 'plan') timeouts.touchAll(input.workspaceId);
    }),
    setAgent: workspace.setAgent.handler(({ input }) => {
      requireWorkspace(workspaces, input.workspaceId);
      workspaces.setAgent(input.workspaceId, input.agent);
    }),
    setDialect: workspace.setDialect.handler(({ input }) => {
      requireWorkspace(workspaces, input.workspaceId);
      workspaces.setDialect(input.workspaceId, input.dialect);
    }),
    stop: workspace.stop.handler(({ input }) => conversation.stop(input.workspaceId)),
    resume: workspace.resume.handler(({ input }) => {
      requireWorkspace(workspaces, input.workspaceId);
      conversation.resume(input.workspaceId);
    }),
  };
}

/** What a person does with a workspace in the list. */
function listCalls(calls: Calls, { workspaces, removals }: WorkspaceCallParts) {
  const { workspace } = calls;
  return {
    rename: workspace.rename.handler(({ input: { workspaceId, name } }) => {
      requireWorkspace(workspaces, workspaceId);
      workspaces.rename(workspaceId, name);
    }),
    setArchived: workspace.setArchived.handler(({ input: { workspaceId, archived } }) => {
      requireWorkspace(workspaces, workspaceId);
      workspaces.setArchived(workspaceId, archived);
    }),
    remove: workspace.remove.handler(({ input }) => removals.remove(input.workspaceId)),
    undoRemove: workspace.undoRemove.handler(({ input: { workspaceId } }) => {
      if (!removals.undo(workspaceId))
        throw new ORPCError('no-such-workspace', failures['no-such-workspace']);
    }),
  };
}
