import type { TrustedThing } from '../../../shared/contract/app-contract.ts';
import type { TrustOverview } from '../../../shared/trust/folder-trust.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';

/** `fingerprint` identifies the content that the decision is about. */
export type AskedTrust = { of: TrustedThing; fingerprint: string };

/**
 * Returns what waits for trust in a chat: its folder first, then the person's own tools in the data folder, which
 * only models use.
 */
export function askedTrust(
  asking: TrustOverview['asking'],
  { folder, agent }: Pick<Workspace, 'folder' | 'agent'>,
  dataDir: string,
): AskedTrust | undefined {
  const asked = (path: string, by: string | null) =>
    asking.find((one) => one.folder === path && one.agent === by)?.fingerprint;
  const ofFolder = asked(folder, agent.inLoop ? null : agent.id);
  const ofTools = agent.inLoop ? asked(dataDir, null) : undefined;
  if (ofFolder !== undefined) return { of: 'folder', fingerprint: ofFolder };
  return ofTools === undefined ? undefined : { of: 'own-tools', fingerprint: ofTools };
}
