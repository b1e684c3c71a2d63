import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HostProcess } from '../../e2e/support/host-process.ts';
import { quietEnv } from '../../e2e/support/parley.ts';
import { claudeEnv } from '../../e2e/support/provider.ts';
import {
  type AnthropicServer,
  type ServerReply,
  startAnthropicServer,
} from '../../src/main/testing/anthropic-server.ts';

export type Stage = {
  folder: string;
  dataDir: string;
  workspaceDir: string;
  provider: AnthropicServer;
  host: HostProcess;
};

/** The built browser host, not started yet, on a folder of its own, with a Claude that replies as given. */
export async function onStage(replies: ServerReply[], play: (stage: Stage) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-trial-'));
  const [dataDir, workspaceDir] = [join(folder, 'data'), join(folder, 'work')];
  await mkdir(workspaceDir);
  const provider = await startAnthropicServer();
  provider.reply(...replies);
  const host = new HostProcess({ dataDir, workspaceDir, env: { ...quietEnv, ...claudeEnv(provider) } });
  try {
    await play({ folder, dataDir, workspaceDir, provider, host });
  } finally {
    await host.end('SIGTERM');
    await provider.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
