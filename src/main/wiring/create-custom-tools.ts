import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { CustomTools } from '../custom-tools/custom-tools.ts';
import type { ToolSource } from '../tools/tool.ts';
import type { ChatServices } from './create-chat-services.ts';
import type { PreviewServices } from './create-previews.ts';
import type { WaitingServices } from './create-waiting.ts';
import type { Platform } from './platform.ts';

type CustomToolsWiring = {
  platform: Platform;
  chat: ChatServices;
  waiting: WaitingServices;
  previews: PreviewServices;
  /** True for a name that a tool of Parley's has. */
  isTaken: (name: string) => boolean;
};

type Loaded = { tools: CustomTools; source: ToolSource };

/** Makes what runs custom tools; all of it loads once a chat has a folder with some. */
export function createCustomTools(wiring: CustomToolsWiring) {
  const { options, report } = wiring.platform;
  const { dataDir } = options;
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
        .catch(report);
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
  const [{ CustomTools: Tools }, { CustomToolSource, StageCustom }] = await Promise.all([
    import('../custom-tools/custom-tools.ts'),
    import('../tools/custom/custom-tool.ts'),
  ]);
  const { platform, chat, waiting, previews, isTaken } = wiring;
  const { options, logger, report, clock } = platform;
  const tools = new Tools({
    dataDir: options.dataDir,
    trust: chat.trust,
    shell: chat.shell,
    limits: { loadLimit: 10_000, callLimit: options.toolLimit ?? 600_000 },
    newMarker: randomUUID,
    isTaken,
    onProblem: (problem) => logger.info('a custom tool is not offered', problem),
    report,
  });
  const { permissions } = waiting;
  const stage = new StageCustom(previews.queue, previews.stageEdits);
  return { tools, source: new CustomToolSource(tools, { permissions, stage, now: clock.now }) };
}
