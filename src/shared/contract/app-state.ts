import { z } from 'zod';
import { dialectIdSchema } from '../dialects/dialect-id.ts';
import { toolCallIdSchema, workspaceIdSchema } from '../ids.ts';
import { serversOverviewSchema } from '../mcp-servers/server-info.ts';
import { permissionRuleSchema } from '../permissions/permission-rule.ts';
import { agentsSchema } from '../providers/provider.ts';
import { trustOverviewSchema } from '../trust/folder-trust.ts';
import { workspaceSchema } from '../workspace/workspace.ts';
import { isToolName, outsideTools } from './outside-tools.ts';

/** Look of a window; the page's root element carries each setting as a `data-` attribute of the same name. */
const appearanceSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  textSize: z.enum(['normal', 'large', 'larger']),
  typeface: z.enum(['bundled', 'system']),
});

export type Appearance = z.infer<typeof appearanceSchema>;

/** The tokens of clients of the HTTP door; they themselves are shown once, when they are made. */
const clientTokensSchema = z.object({
  count: z.int().min(0),
  /** When the newest was made, as an ISO date. */
  lastMadeAt: z.string().nullable(),
});

export type ClientTokensInfo = z.infer<typeof clientTokensSchema>;

/** Occasion of a notification: something starts to wait for the person, or a turn has ended. */
const noticeKindSchema = z.enum(['needs-you', 'finished', 'failed']);

/** Notification shown outside the window; `toolCallId` is the card it leads to, null where it leads to the chat. */
const noticeSchema = z.object({
  kind: noticeKindSchema,
  workspaceId: workspaceIdSchema,
  toolCallId: toolCallIdSchema.nullable(),
  title: z.string(),
  body: z.string(),
});

/** `unfocused`: only while no window of Parley has the focus. */
const notificationsSchema = z.enum(['on', 'unfocused', 'off']);

export type Notice = z.infer<typeof noticeSchema>;
export type NotificationSetting = z.infer<typeof notificationsSchema>;

/** By the tool's own name; a tool without an entry has none. */
const secondNamesSchema = z.partialRecord(
  z.enum(outsideTools),
  z.string().refine(isToolName, 'must be 1 to 64 letters, digits, _ or -'),
);

export type SecondNames = z.infer<typeof secondNamesSchema>;

/** A workspace that was removed from the list and can still be brought back. */
const removalSchema = z.object({ workspaceId: workspaceIdSchema, name: z.string() });

export const settingsSchema = appearanceSchema.extend({
  /** When the person is notified that something waits for them, and of the ends of turns. */
  notifications: notificationsSchema,
  notifyFinished: notificationsSchema,
  notifyFailed: notificationsSchema,
  /** Layout of changes in previews, used if there is room for both. */
  diffView: z.enum(['unified', 'split']),
  /** `ask.timeout`: after how many seconds a choice is made for the person outside of plan mode; 0 is never. */
  askTimeout: z.number().int().min(0).max(1_000_000),
  /** Folders that the list leaves out until a chat on them begins, by the time they were hidden at, in milliseconds. */
  hiddenFolders: z.record(z.string(), z.number()),
  /** Folders whose chats the list folds away. */
  foldedFolders: z.array(z.string()).max(10_000),
  /** Names of variables with keys that commands of agents see all the same. */
  commandVariables: z.array(z.string().max(200)).max(100),
  /**
   * The command that opens a file in an editor, with `{path}` and `{line}`; empty for none, null for the one
   * that was found.
   */
  editor: z.string().max(2_000).nullable(),
  /** Has the desktop app start when the person signs in to their computer. */
  startAtLogin: z.boolean(),
  /** Second names under which MCP clients find tools, for hosts that hide a name of their own. */
  secondNames: secondNamesSchema,
});

/** Some settings; those left out stay as they are. */
export const settingsChangeSchema = settingsSchema.partial();

/** State that a window needs before any chat is open. `suggestedFolder` is where a first chat may begin. */
export const appStateSchema = z.object({
  workspaces: z.array(workspaceSchema),
  removals: z.array(removalSchema),
  settings: settingsSchema,
  /** The person's standing answers, oldest first. */
  rules: z.array(permissionRuleSchema),
  /** The folders that the person trusts or not, and those that ask. */
  trust: trustOverviewSchema,
  /** The MCP servers that chats use, as they stand. */
  servers: serversOverviewSchema,
  agents: agentsSchema,
  clientTokens: clientTokensSchema,
  /** The dialects a workspace can be fixed to. */
  dialects: z.array(z.object({ id: dialectIdSchema, title: z.string() })),
  about: z.object({
    version: z.string(),
    dataDir: z.string(),
    suggestedFolder: z.string(),
    /** The command of the editor that was found on this machine; empty where none was. */
    foundEditor: z.string(),
    /** A `desktop` shows notifications itself; in a browser the page does. */
    host: z.enum(['desktop', 'browser']),
    /** Software that it runs on, such as Node and Electron. */
    runtime: z.array(z.object({ name: z.string(), version: z.string() })),
    /** Warning about this start for the person, such as a damaged database. */
    notice: z.string().nullable(),
  }),
});

export const appEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('workspace-changed'), workspace: workspaceSchema }),
  z.object({ type: z.literal('workspace-removed'), removal: removalSchema }),
  /** From here on a removal can't be undone. */
  z.object({ type: z.literal('removal-ended'), workspaceId: workspaceIdSchema }),
  z.object({ type: z.literal('open-workspace'), workspaceId: workspaceIdSchema }),
  /** Something starts to wait, or a turn has ended; told once, never in a snapshot. */
  z.object({ type: z.literal('notice'), notice: noticeSchema }),
  z.object({ type: z.literal('settings-changed'), settings: settingsSchema }),
  z.object({ type: z.literal('rules-changed'), rules: z.array(permissionRuleSchema) }),
  z.object({ type: z.literal('trust-changed'), trust: trustOverviewSchema }),
  z.object({ type: z.literal('servers-changed'), servers: serversOverviewSchema }),
  z.object({ type: z.literal('agents-changed'), agents: agentsSchema }),
  z.object({ type: z.literal('client-tokens-changed'), clientTokens: clientTokensSchema }),
]);

export type Removal = z.infer<typeof removalSchema>;
export type Settings = z.infer<typeof settingsSchema>;
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
export type AppState = z.infer<typeof appStateSchema>;
export type AppEvent = z.infer<typeof appEventSchema>;
