import type { ChatCommands } from '../agents/chat-commands.ts';
import { providerOf } from '../agents/model/providers.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { SearchStore } from '../storage/search-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

export type CourseCallParts = {
  log: ChatLog;
  search: SearchStore;
  workspaces: Workspaces;
  commands: ChatCommands;
};

/** The calls about what of a chat its agent goes on from: its branch, and its summary. */
export function courseCalls({ workspace }: Calls, { log, search, workspaces, commands }: CourseCallParts) {
  const known = knownWorkspace(workspaces);
  return {
    summarise: workspace.summarise.use(known).handler(async ({ input: { workspaceId, whenDone } }) => {
      if (providerOf(workspaces.row(workspaceId).agent) === undefined) return { started: false };
      if (whenDone) return { started: await commands.summariseWhenDone(workspaceId) };
      return { started: commands.summarise(workspaceId) };
    }),
    editSummary: workspace.editSummary
      .use(known)
      .handler(({ input: { workspaceId, messageId, text }, errors }) => {
        if (!log.editSummary(workspaceId, messageId, text)) throw errors['no-such-message']();
      }),
    showBranch: workspace.showBranch.use(known).handler(({ input: { workspaceId, at }, errors }) => {
      const messageId =
        'messageId' in at ? at.messageId : search.messageOfCallAnywhere(workspaceId, at.toolCallId);
      const shown = messageId === undefined ? 'no-such-message' : commands.showBranch(workspaceId, messageId);
      if (shown === 'working') throw errors['agent-working']();
      if (shown === 'no-such-message') throw errors['no-such-message']();
      return { changed: shown === 'shown' };
    }),
    undoSummary: workspace.undoSummary.use(known).handler(({ input: { workspaceId, messageId } }) => {
      log.dropSummary(workspaceId, messageId);
      workspaces.changed(workspaceId);
    }),
  };
}
