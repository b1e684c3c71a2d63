import type { Workspace } from '../../src/shared/workspace/workspace.ts';
import type { TrialWindow } from '../../test/main/http/trial-window.ts';

/** The workspace that stands first in the list of a host, as it is now. */
export async function firstWorkspace({ client }: TrialWindow): Promise<Workspace> {
  for await (const item of await client.app.watch({})) {
    const [workspace] = item.type === 'snapshot' ? item.state.workspaces : [];
    if (workspace !== undefined) return workspace;
  }
  throw new Error('The host has no workspace.');
}
