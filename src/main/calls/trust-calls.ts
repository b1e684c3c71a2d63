import { isHosted } from '../agents/acp/programs/describe-agent.ts';
import type { Trust } from '../trust/folder-trusts.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

type TrustCallParts = { trust: Trust; workspaces: Workspaces };

/** The calls about what of a chat's folder may be used. */
export function folderTrustCalls({ workspace }: Calls, { trust, workspaces }: TrustCallParts) {
  const known = knownWorkspace(workspaces);
  return {
    readTrust: workspace.readTrust.use(known).handler(({ input: { workspaceId } }) => {
      const { folder, agent } = trustedBy(workspaces.row(workspaceId));
      return trust.of(folder, agent);
    }),
    decideTrust: workspace.decideTrust
      .use(known)
      .handler(async ({ input: { workspaceId, fingerprint, trusted }, errors }) => {
        const look = { ...trustedBy(workspaces.row(workspaceId)), fingerprint };
        const isDecided = await trust.decide(look, trusted);
        if (!isDecided) throw errors['folder-changed']();
      }),
  };
}

/** Returns what a chat needs its folder to be trusted for: its agent on this machine, or Parley alone. */
export function trustedBy({ folder, agent }: { folder: string; agent: string }) {
  return { folder, agent: isHosted(agent) ? agent : null };
}

/** The calls about the folders that the person decided about. */
export function trustCalls({ trust: calls }: Calls, { trust }: Pick<TrustCallParts, 'trust'>) {
  return { forget: calls.forget.handler(({ input: { folder } }) => trust.forget(folder)) };
}
