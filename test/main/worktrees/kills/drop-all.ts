import type { ParleyClient } from '../../../../src/shared/contract/contract.ts';
import type { WorkspaceId } from '../../../../src/shared/ids.ts';

/** Drops everything that a chat has changed, file by file. */
export async function dropAll(client: ParleyClient, workspaceId: WorkspaceId): Promise<void> {
  const changes = await client.workspace.readChatChanges({ workspaceId, since: 'beginning' });
  for (const { path, fingerprint } of changes?.files ?? []) {
    const drop = { base: changes?.base ?? '', path, fingerprint: fingerprint ?? '', change: null };
    const end = await client.workspace.dropChatChange({ workspaceId, ...drop });
    if (end.type !== 'dropped') throw new Error(`${path} was ${end.type}.`);
  }
}
