import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { PersonShell } from '../commands/person-shell.ts';
import type { CustomTools } from '../custom-tools/custom-tools.ts';
import type { Logger } from '../log.ts';
import type { Permissions } from '../permissions/permissions.ts';
import type { StageEdits } from '../previews/edits/stage-edits.ts';
import type { ResolveQueue } from '../previews/resolve-queue.ts';
import type { ToolSource } from '../tools/tool.ts';
import type { Trust } from '../trust/folder-trusts.ts';

type CustomToolsWiring = {
  dataDir: string;
  trust: Trust;
  shell: PersonShell;
  permissions: Permissions;
  previews: ResolveQueue;
  stageEdits: StageEdits;
  logger: Logger;
  /** The time that a call has, in milliseconds. */
  toolLimit?: number | undefined;
  /** True for a name that a tool of Parley's has. */
  isTaken: (name: string) => boolean;
  report: (error: unknown) => string;
  now: () => number;
};

type Loaded = { tools: CustomTools; source: ToolSource };

/** Makes what runs custom tools; all of it loads once a chat has a folder with some. */
export function createCustomTools(wiring: CustomToolsWiring) {
  const { dataDir } = wiring;
  let loaded: Promise<Loaded> | undefined;
  const load = () => (loaded ??= loadTools(wiring));
  const isUsed = (folder: string) =>
    loaded !== undefined ||
    existsSync(join(dataDir, 'tools')) ||
    existsSync(join(folder, '.parley', 'tools'));
  const source: ToolSource = {
    tools: async (chat) => (isUsed(chat.folder) ? (await load()).source.tools(chat) : []),
    find: async (name, chat) => (isUsed(chat.folder) ? (await load()).source.find(name, chat) : undefined),
  };
  return {
    source,
    list: async (folder: string) => (isUsed(folder) ? (await load()).tools.list(folder) : []),
    /** Ends what a Parley that was killed left. */
    recover(): void {
      if (!existsSync(join(dataDir, 'tools.processes'))) return;
      load()
        .then(({ tools }) => tools.recover())
        .catch(wiring.report);
    },
    async endChat(id: WorkspaceId): Promise<void> {
      await (await loaded)?.tools.end(id);
    },
    async close(): Promise<void> {
      await (await loaded)?.tools.close();
    },
  };
}

async function loadTools(wiring: CustomToolsWiring): Promise<Loaded> {
  const { dataDir, trust, shell, permissions, previews, stageEdits, logger, toolLimit = 600_000 } = wiring;
  const { isTaken, report, now } = wiring;
  const [{ CustomTools: Tools }, { CustomToolSource }, { StageCustom }] = await Promise.all([
    import('../custom-tools/custom-tools.ts'),
    import('../tools/custom-tool.ts'),
    import('../tools/custom-tool.ts'),
  ]);
  const tools = new Tools({
    dataDir,
    trust,
    shell,
    limits: { loadLimit: 10_000, callLimit: toolLimit },
    newMarker: randomUUID,
    isTaken,
    onProblem: (problem) => logger.info('a custom tool is not offered', problem),
    report,
  });
  const stage = new StageCustom(previews, stageEdits);
  const source = new CustomToolSource(tools, { permissions, stage, now });
  return { tools, source };
}
