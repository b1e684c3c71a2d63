import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { dialectFromEnvironment } from '../agents/model/dialect-choice.ts';
import type { ProviderSettings } from '../agents/model/provider-settings.ts';
import { Attachments } from '../chat/attachments.ts';
import { ChatLog } from '../chat/chat-log.ts';
import { PersonMessages } from '../chat/person-messages.ts';
import { GitIgnores } from '../folder/ignore-rules.ts';
import { Announcements } from '../waiting/announcements.ts';
import { Workspaces } from '../workspaces/workspaces.ts';
import { createLoginShell, createShell } from './create-shell.ts';
import { createFolders, createTrust } from './create-folders.ts';
import { createWorktrees } from './create-worktrees.ts';
import type { Platform } from './platform.ts';

/** What calls services that are made later; to be called once all are made. */
type Later = {
  /** Starts a chat's turn, or goes on with it. */
  goOn: (id: WorkspaceId) => void;
  describeAgent: (agent: string, id: WorkspaceId) => Workspace['agent'];
  commandsOf: (id: WorkspaceId) => Workspace['commands'];
  /** Called once a chat works in another folder. */
  folderMoved: (id: WorkspaceId) => Promise<void>;
};

/** What everything else about chats is built on. */
export interface ChatServices extends ReturnType<typeof createChatServices> {}

/** Makes the list of chats, what is said in them, and what reads their folders. */
export function createChatServices(
  platform: Platform,
  providers: ProviderSettings,
  run: string,
  { goOn, describeAgent, commandsOf, folderMoved }: Later,
) {
  const { options, stores, dataFolder, emit, report, clock } = platform;
  const { env } = options;
  const { now } = clock;
  const log = new ChatLog(stores, stores.drafts, run, now);
  const messages = new PersonMessages(stores, log, now);
  const workspaces: Workspaces = new Workspaces({
    store: stores.workspaces,
    dataFolder,
    ignores: new GitIgnores(env),
    forNewChat: () => ({
      agent: providers.newAgent().agent,
      dialect: dialectFromEnvironment(env['PARLEY_DIALECT']),
    }),
    shown: { agent: describeAgent, commands: commandsOf, usage: (id) => stores.usage.read(id) },
    onCreated: (id, folder) => worktrees.begun(id, folder),
    emit,
    isOpen: (id) => log.isWatched(id),
    now,
  });
  const announcements = new Announcements({
    log,
    workspaces,
    stores,
    notify: (notification) => emit({ type: 'notification', notification }),
    report,
    since: now(),
  });
  const attachments = new Attachments(stores.attachments);
  const login = createLoginShell(platform);
  const shell = createShell(platform, login);
  const trust = createTrust(platform);
  const worktrees = createWorktrees(platform, {
    workspaces: () => workspaces,
    flush: () => log.flush(),
    login,
    trust,
    folderMoved,
  });
  const folders = createFolders(platform, trust);
  return {
    log,
    messages,
    attachments,
    workspaces,
    announcements,
    login,
    shell,
    trust,
    worktrees,
    folders,
    goOn,
  };
}
