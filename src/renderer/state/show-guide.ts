import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import type { Companion } from '../companion.ts';
import { failureText } from '../connection/connection.ts';

const firstRequest = 'Plan a README for this project';

type ShowGuideDeps = {
  companion: Companion;
  openCreated(workspace: Workspace): void;
  /** Leaves text in the message field of a chat. */
  typeElsewhere(id: WorkspaceId, text: string): void;
};

/**
 * Begins a chat of the guide about a folder and asks it for a plan. Resolves to a problem with the folder for the
 * person, or to null once the chat is open; what could not be sent stands in its composer.
 */
export function createShowGuide({
  companion: {
    client: { workspace },
  },
  openCreated,
  typeElsewhere,
}: ShowGuideDeps) {
  return async (folder: string): Promise<string | null> => {
    const created = await workspace.create({ folder }, { context: { once: true } }).catch(failureText);
    if (typeof created === 'string') return created;
    const { id, agent } = created;
    try {
      if (agent.id !== 'guide') await workspace.setAgent({ workspaceId: id, agent: 'guide' });
      await workspace.sendMessage({ workspaceId: id, key: crypto.randomUUID(), text: firstRequest });
      openCreated(created);
    } catch {
      openCreated(created);
      typeElsewhere(id, firstRequest);
    }
    return null;
  };
}
