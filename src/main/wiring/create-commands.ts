import { randomUUID } from 'node:crypto';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { BackgroundCommand } from '../../shared/workspace/workspace.ts';
import { vendors } from '../agents/external/vendors/vendors.ts';
import { providers } from '../agents/model/providers/registry.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import { Commands } from '../commands/commands.ts';
import type { Environment } from '../commands/command-environment.ts';
import { OutputFiles } from '../commands/output-files.ts';
import type { DataFolder } from '../folder/data-folder.ts';
import type { ReadLogin } from '../commands/login-environment.ts';
import { PersonShell } from '../commands/person-shell.ts';
import type { Stores } from '../storage/stores.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

type CommandsWiring = {
  stores: Stores;
  dataFolder: DataFolder;
  env: Environment;
  log: ChatLog;
  workspaces: Workspaces;
  shell: PersonShell;
  /** Notes on waiting previews that files of them have changed; returns these. */
  staled: (id: WorkspaceId) => Promise<string[]>;
  report: (error: unknown) => string;
  now: () => number;
};

/** Names under which programs of other providers, and agents of other vendors, look for keys. */
const otherKeys = `
  AI_GATEWAY_API_KEY AMP_API_KEY AWS_BEARER_TOKEN_BEDROCK AZURE_API_KEY AZURE_OPENAI_API_KEY CEREBRAS_API_KEY
  CLAUDE_CODE_OAUTH_TOKEN COHERE_API_KEY COPILOT_GITHUB_TOKEN CURSOR_API_KEY DEEPINFRA_API_KEY DEEPSEEK_API_KEY
  FACTORY_API_KEY FIREWORKS_API_KEY GROQ_API_KEY MINIMAX_API_KEY MISTRAL_API_KEY NVIDIA_API_KEY OPENCODE_API_KEY
  OPENROUTER_API_KEY PERPLEXITY_API_KEY REPLICATE_API_TOKEN TOGETHER_API_KEY VENICE_API_KEY XAI_API_KEY ZAI_API_KEY
  ZHIPU_API_KEY`;

/** Names of variables with keys, which nothing gets that an agent has started. */
export const keyVariables: readonly string[] = [
  ...new Set([
    ...Object.values(providers).flatMap(({ keyVariable }) => keyVariable ?? []),
    ...vendors.flatMap(({ preset }) => preset?.keys ?? []),
    ...otherKeys.trim().split(/\s+/),
  ]),
];

type ShellWiring = Pick<CommandsWiring, 'stores' | 'report'> & {
  env: Environment;
  readLogin: ReadLogin | undefined;
};

/** Makes the person's shell, with the variables that they let through it. */
export function createShell({ stores, env, readLogin, report }: ShellWiring): PersonShell {
  return new PersonShell({
    env,
    secrets: keyVariables,
    passed: () => stores.settings.read().commandVariables,
    readLogin,
    report,
  });
}

/** Makes the commands that agents run. */
export function createCommands({
  stores,
  dataFolder,
  env,
  shell,
  log,
  workspaces,
  staled,
  report,
  now,
}: CommandsWiring): Commands {
  return new Commands({
    store: stores.commands,
    files: new OutputFiles(dataFolder.path),
    shell,
    async confinement() {
      const { Confinement } = await import('../commands/confinement.ts');
      return new Confinement({ env, dataFolder, report });
    },
    emit({ workspaceId, messageId, toolCallId }, run) {
      log.emit(workspaceId, { type: 'run-changed', messageId, toolCallId, run });
      if (workspaces.has(workspaceId)) workspaces.changed(workspaceId);
    },
    staled,
    newMarker: randomUUID,
    report,
    now,
  });
}

/** Returns the commands in the background of a chat, as its list shows them. */
export function backgroundCommands(commands: Commands, id: WorkspaceId): BackgroundCommand[] {
  return commands.running(id).flatMap(({ call: { toolCallId, messageId }, run }) => {
    const { background, line, startedAt } = run;
    return background ? [{ toolCallId, messageId, line, startedAt }] : [];
  });
}
