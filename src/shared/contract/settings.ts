import { z } from 'zod';
import { prefixProblem } from '../worktrees/branch-name.ts';
import { isToolName, outsideTools } from './outside-tools.ts';

/** Look of a window; the page's root element carries each setting as a `data-` attribute of the same name. */
const appearanceSchema = z.object({
  theme: z.enum(['system', 'light', 'dark']),
  density: z.enum(['comfortable', 'compact']),
  textSize: z.enum(['normal', 'large', 'larger']),
  typeface: z.enum(['bundled', 'system']),
});

export type Appearance = z.infer<typeof appearanceSchema>;

/** `unfocused`: only while no window of Parley has the focus. */
const notificationsSchema = z.enum(['on', 'unfocused', 'off']);

export type NotificationSetting = z.infer<typeof notificationsSchema>;

/** By the tool's own name; a tool without an entry has none. */
const secondNamesSchema = z.partialRecord(
  z.enum(outsideTools),
  z.string().refine(isToolName, 'must be 1 to 64 letters, digits, _ or -'),
);

export type SecondNames = z.infer<typeof secondNamesSchema>;

/** `identity` is how the server was reached when the person chose; the choice counts for no other. */
const serverSharingSchema = z.object({ identity: z.string().max(200), secrets: z.boolean() });

/** What runs once in each new worktree of a folder. */
const setupLineSchema = z.object({
  folder: z.string().max(4_096),
  line: z.string().trim().min(1).max(2_000),
});

export type SetupLine = z.infer<typeof setupLineSchema>;

export const settingsSchema = appearanceSchema.extend({
  /** When the person is notified that something waits for them, and of the ends of turns. */
  notifications: notificationsSchema,
  notifyFinished: notificationsSchema,
  notifyFailed: notificationsSchema,
  /** Layout of changes in previews, used if there is room for both. */
  diffView: z.enum(['unified', 'split']),
  /** `ask.timeout`: after how many seconds a choice is made for the person outside of plan mode; 0 is never. */
  askTimeout: z.number().int().min(0).max(1_000_000),
  /** Has each chat's own model name it once its first turn has ended. */
  nameChats: z.boolean(),
  /** Folders that the list leaves out until a chat on them begins, by the time they were hidden at, in milliseconds. */
  hiddenFolders: z.record(z.string(), z.number()),
  /** Folders whose chats the list folds away. */
  foldedFolders: z.array(z.string()).max(10_000),
  /** Folders on which new chats begin in a worktree of their own. */
  worktreeFolders: z.array(z.string()).max(10_000),
  /** What the branches of worktrees begin with; empty for nothing. */
  branchPrefix: z
    .string()
    .refine((prefix) => prefixProblem(prefix) === null, 'must begin a name of a branch'),
  setupLines: z.array(setupLineSchema).max(1_000),
  /** Has commands that only read wait for the person as all others do. */
  askBeforeReading: z.boolean(),
  /** Names of variables with keys that commands of agents see all the same. */
  commandVariables: z.array(z.string().max(200)).max(100),
  /**
   * The command that opens a file in an editor, with `{path}` and `{line}`; empty for none, null for the one
   * that was found.
   */
  editor: z.string().max(2_000).nullable(),
  /** How many tokens models of Ollama read at most; a larger window takes more memory. */
  ollamaWindow: z.int().min(1_024).max(16_777_216),
  /** Has the desktop app start when the person signs in to their computer. */
  startAtLogin: z.boolean(),
  /** The names of the MCP servers that are switched off, by the folder whose file has them. */
  serversOff: z.record(z.string(), z.array(z.string().max(200))),
  /** The MCP servers that external agents get too, by id. */
  serversForAgents: z.record(z.string().max(5_000), serverSharingSchema),
  /** Second names under which MCP clients find tools, for hosts that hide a name of their own. */
  secondNames: secondNamesSchema,
});

/** Some settings; those left out stay as they are. */
export const settingsChangeSchema = settingsSchema.partial();

export type Settings = z.infer<typeof settingsSchema>;
export type SettingsChange = z.infer<typeof settingsChangeSchema>;
