import type { AppEvent } from '../../shared/contract/app-state.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { dialectFromEnvironment } from '../agents/model/dialect-choice.ts';
import type { ProviderSettings } from '../agents/model/provider-settings.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { DataFolder } from '../folder/data-folder.ts';
import { GitIgnores } from '../folder/ignore-rules.ts';
import type { EventFeed } from '../feed/event-feed.ts';
import type { Stores } from '../storage/stores.ts';
import { Workspaces } from '../workspaces/workspaces.ts';

type WorkspacesParts = {
  options: { env: Record<string, string | undefined> };
  dataFolder: DataFolder;
  stores: Stores;
  providers: ProviderSettings;
  feed: EventFeed<AppEvent>;
  describeAgent: (agent: string, id: WorkspaceId) => Workspace['agent'];
  log: ChatLog;
  commandsOf: (id: WorkspaceId) => Workspace['commands'];
  now: () => number;
};

/** Connects the list of workspaces with who works in them. */
export function createWorkspaces(parts: WorkspacesParts): Workspaces {
  const { options, dataFolder, stores, providers, feed, describeAgent, log, commandsOf, now } = parts;
  return new Workspaces({
    store: stores.workspaces,
    newAgent: () => providers.newAgent().agent,
    describeAgent,
    dataFolder,
    ignores: new GitIgnores(options.env),
    newDialect: dialectFromEnvironment(options.env['PARLEY_DIALECT']),
    usageOf: (id) => stores.usage.read(id),
    commandsOf,
    emit: (event) => feed.publish(event),
    isOpen: (id) => log.isWatched(id),
    now,
  });
}
