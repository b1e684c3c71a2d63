import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { Companion } from '../companion.ts';
import { failureText } from '../connection/failure-text.ts';
import { applyAppEvent } from './app-projection.ts';
import type { ParleyStore } from './parley-store.ts';

/** What the guide is asked on the first-run page; it leads to a question within seconds. */
const firstRequest = 'Plan a README for this project';

export type NewChats = {
  /** Resolves to the problem in words, or to null once the new chat is open. */
  createWorkspace(folder: string): Promise<string | null>;
  /**
   * Begins a chat of the guide about a folder and asks it for a plan. Resolves like
   * `createWorkspace`; what could not be sent stands in the chat's composer.
   */
  showGuide(folder: string): Promise<string | null>;
};

type Parts = {
  companion: Companion;
  store: ParleyStore;
  openWorkspace(id: WorkspaceId): void;
  /** Leaves text in the message of a chat, for the person to send. */
  typeElsewhere(id: WorkspaceId, text: string): void;
};

export function createNewChats({ companion, store, openWorkspace, typeElsewhere }: Parts): NewChats {
  function openCreated(workspace: Workspace): void {
    store.setState(({ app }) => ({
      app: app && applyAppEvent(app, { type: 'workspace-changed', workspace }),
    }));
    openWorkspace(workspace.id);
  }

  return {
    createWorkspace: (folder) =>
      companion
        .createWorkspace(folder)
        .then(openCreated)
        .then(() => null, failureText),
    async showGuide(folder) {
      const created = await companion.createWorkspace(folder).catch(failureText);
      if (typeof created === 'string') return created;
      const { id, agent } = created;
      openCreated(created);
      try {
        if (agent.id !== 'guide') await companion.setAgent(id, 'guide');
        await companion.sendMessage(id, crypto.randomUUID(), firstRequest);
      } catch {
        typeElsewhere(id, firstRequest);
      }
      return null;
    },
  };
}
