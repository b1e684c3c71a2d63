import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietEnv } from '../../e2e/support/parley.ts';
import { claudeEnv } from '../../e2e/support/provider.ts';
import {
  type AnthropicServer,
  type ServerReply,
  startAnthropicServer,
} from '../../test/main/agents/model/anthropic-server.ts';
import { makeDataDir } from '../../test/main/storage/fresh-database.ts';
import { type TrialHost, trialHost, type TrialHostName } from './trial-host.ts';

export type Stage = {
  folder: string;
  dataDir: string;
  workspaceDir: string;
  provider: AnthropicServer;
  host: TrialHost;
};

type StageOptions = {
  host?: TrialHostName;
  /** Claude's replies to its requests, in their order. */
  replies?: readonly ServerReply[];
  /** Its reply to a request when none of those is left. */
  replyTo?: (body: unknown) => ServerReply;
  /** Environment of the host. */
  env?: Record<string, string>;
  /** True for the host of somebody who starts it for the first time, and has no key. */
  firstRun?: boolean;
};

/** A built host, not started yet, on a folder of its own, with a Claude that replies as given. */
export async function onStage(
  play: (stage: Stage) => Promise<void>,
  { host: name = 'browser', replies = [], replyTo, env, firstRun = false }: StageOptions = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-trial-'));
  const [dataDir, workspaceDir] = [join(folder, 'data'), join(folder, 'work')];
  await mkdir(workspaceDir);
  if (!firstRun) makeDataDir(dataDir);
  const provider = await startAnthropicServer(replyTo);
  provider.reply(...replies);
  const host = trialHost(name, {
    dataDir,
    workspaceDir,
    firstRun,
    env: { ...quietEnv, ...(!firstRun && claudeEnv(provider)), ...env },
  });
  try {
    await play({ folder, dataDir, workspaceDir, provider, host });
  } finally {
    await host.end('SIGTERM');
    await provider.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
