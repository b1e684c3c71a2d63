import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ParleyClient } from '../../../src/shared/contract/contract.ts';
import type { WorktreeChoice } from '../../../src/shared/worktrees/worktree-offer.ts';
import type { Workspace } from '../../../src/shared/workspace/workspace.ts';
import { says, scriptedAgent } from '../agents/model/scripted-agent.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { testApp, untilWorkspace } from '../test-app.ts';

export const env = { PATH: process.env['PATH'], GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' };

/** The app beside whose data folder the worktrees lie, and a folder for repositories. */
export function appOf(folder = temporaryFolder(), own: Record<string, string | undefined> = env) {
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { recursive: true });
  const { agentFor, prompts } = scriptedAgent(Array.from({ length: 8 }, () => () => says('Done.')));
  return { ...testApp(dataDir, { env: own, undoTime: 0, agentFor }), dataDir, folder, prompts };
}

/** Trusts what a folder brings along. */
export async function trust(client: ParleyClient, folder: string): Promise<void> {
  const { id: workspaceId } = await client.workspace.create({ folder });
  const { fingerprint } = await client.workspace.readTrust({ workspaceId, of: 'folder' });
  await client.workspace.decideTrust({ workspaceId, of: 'folder', fingerprint, trusted: true });
}

let count = 0;

/** Begins a chat and sends what it is to work on. */
export async function begin(client: ParleyClient, folder: string, choice: WorktreeChoice | null) {
  const { id: workspaceId } = await client.workspace.create({ folder });
  if (choice !== null) await client.workspace.chooseWorktree({ workspaceId, choice });
  return send(client, workspaceId, 'Retry failed uploads');
}

export async function send(
  client: ParleyClient,
  workspaceId: Workspace['id'],
  text: string,
): Promise<Workspace> {
  await client.workspace.sendMessage({ workspaceId, key: `key ${(count += 1)}`, text });
  return untilWorkspace(
    client,
    workspaceId,
    ({ turn }) => turn.status === 'idle' || turn.status === 'failed',
  );
}

export const whole = { own: true, changes: true, copies: null } as const;
