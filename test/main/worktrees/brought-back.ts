import type { ParleyClient } from '../../../src/shared/contract/contract.ts';
import type { WorkspaceId } from '../../../src/shared/ids.ts';
import type { Decision } from '../../../src/shared/previews/decision.ts';
import type { ActionOf } from '../../../src/shared/previews/pending-action.ts';

type BroughtBack = ActionOf<'edit'>;

/** Returns every preview by which a chat's changes were brought back, the newest first. */
export async function broughtBack(client: ParleyClient, workspaceId: WorkspaceId): Promise<BroughtBack[]> {
  const { state } = await client.workspace.readEnd({ workspaceId });
  return state.transcript.messages.toReversed().flatMap((message) => {
    const [part] = message.role === 'outside' ? message.parts : [];
    if (part?.type !== 'tool' || part.kind !== 'preview' || part.action?.preview.type !== 'edit') return [];
    return [{ ...part.action, preview: part.action.preview }];
  });
}

/** Brings what a chat has changed into its folder; returns the preview. */
export async function bringBack(client: ParleyClient, workspaceId: WorkspaceId): Promise<BroughtBack> {
  await client.bringBack.intoFolder({ workspaceId });
  const [newest] = await broughtBack(client, workspaceId);
  if (newest === undefined) throw new Error('There is no preview.');
  return newest;
}

/** Decides about a preview as it is shown. */
export async function decide(
  client: ParleyClient,
  workspaceId: WorkspaceId,
  { id, fingerprint }: BroughtBack,
  decision: Decision = { type: 'apply' },
): Promise<BroughtBack> {
  await client.workspace.decidePreview({ workspaceId, actionId: id, fingerprint, decision });
  const now = (await broughtBack(client, workspaceId)).find((one) => one.id === id);
  if (now === undefined) throw new Error('The preview is gone.');
  return now;
}
