import { z } from 'zod';
import { dialectIdSchema } from '../dialects/dialect-id.ts';
import { toolCallIdSchema, workspaceIdSchema } from '../ids.ts';
import { serversOverviewSchema } from '../mcp-servers/server-info.ts';
import { permissionRuleSchema } from '../permissions/permission-rule.ts';
import { sameRequestGroupSchema } from '../permissions/same-request.ts';
import { unconfinedReasonSchema } from '../permissions/unconfined-reason.ts';
import { agentInstallSchema } from '../providers/agent-install.ts';
import { agentsSchema } from '../providers/provider.ts';
import { trustOverviewSchema } from '../trust/folder-trust.ts';
import { workspaceSchema } from '../workspace/workspace.ts';
import { environmentSchema } from './environment.ts';
import { settingsSchema } from './settings.ts';

/** What is shown of the tokens of MCP clients; they themselves are shown once, when they are made. */
const clientTokensSchema = z.object({
  count: z.int().min(0),
  /** When the newest was made, as an ISO date. */
  lastMadeAt: z.string().nullable(),
});

export type ClientTokensInfo = z.infer<typeof clientTokensSchema>;

const notificationKindSchema = z.enum(['needs-you', 'finished', 'failed']);

/** Notification shown outside the window; `toolCallId` is the card it leads to, null where it leads to the chat. */
const notificationSchema = z.object({
  kind: notificationKindSchema,
  workspaceId: workspaceIdSchema,
  toolCallId: toolCallIdSchema.nullable(),
  title: z.string(),
  body: z.string(),
});

export type ParleyNotification = z.infer<typeof notificationSchema>;

/** A workspace that was removed from the list and can still be brought back. */
const removalSchema = z.object({ workspaceId: workspaceIdSchema, name: z.string() });

/** State that a window needs before any chat is open. `suggestedFolder` is where a first chat may begin. */
export const appStateSchema = z.object({
  workspaces: z.array(workspaceSchema),
  removals: z.array(removalSchema),
  settings: settingsSchema,
  /** The rules that answer in the person's place, oldest first. */
  rules: z.array(permissionRuleSchema),
  /** The commands that several chats wait to run, those in the same words together. */
  sameRequests: z.array(sameRequestGroupSchema),
  /** The folders that the person trusts or not, and those that ask. */
  trust: trustOverviewSchema,
  /** The MCP servers that chats use, as they stand. */
  servers: serversOverviewSchema,
  agents: agentsSchema,
  /** The agents that are being installed, and those for which that failed. */
  installs: z.array(agentInstallSchema),
  clientTokens: clientTokensSchema,
  environment: environmentSchema,
  /** The dialects a workspace can be fixed to. */
  dialects: z.array(z.object({ id: dialectIdSchema, title: z.string() })),
  about: z.object({
    version: z.string(),
    dataDir: z.string(),
    suggestedFolder: z.string(),
    /** The command of the editor that was found on this machine; empty where none was. */
    foundEditor: z.string(),
    /** The reason why no command is confined on this machine; null where it has the means, or the person wants none. */
    unconfined: unconfinedReasonSchema.nullable(),
    /** A `desktop` shows notifications itself; in a browser the page does. */
    host: z.enum(['desktop', 'browser']),
    /** Software that it runs on, such as Node and Electron. */
    runtime: z.array(z.object({ name: z.string(), version: z.string() })),
    /** Warning about this start for the person, such as a damaged database. */
    startMessage: z.string().nullable(),
  }),
});

export const appEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('workspace-changed'), workspace: workspaceSchema }),
  z.object({ type: z.literal('workspace-removed'), removal: removalSchema }),
  /** From here on a removal can't be undone. */
  z.object({ type: z.literal('removal-ended'), workspaceId: workspaceIdSchema }),
  z.object({ type: z.literal('open-workspace'), workspaceId: workspaceIdSchema }),
  /** Sent once, never part of a snapshot. */
  z.object({ type: z.literal('notification'), notification: notificationSchema }),
  z.object({ type: z.literal('settings-changed'), settings: settingsSchema }),
  z.object({ type: z.literal('rules-changed'), rules: z.array(permissionRuleSchema) }),
  z.object({ type: z.literal('same-requests-changed'), sameRequests: z.array(sameRequestGroupSchema) }),
  z.object({ type: z.literal('trust-changed'), trust: trustOverviewSchema }),
  z.object({ type: z.literal('servers-changed'), servers: serversOverviewSchema }),
  z.object({ type: z.literal('agents-changed'), agents: agentsSchema }),
  z.object({ type: z.literal('installs-changed'), installs: z.array(agentInstallSchema) }),
  z.object({ type: z.literal('client-tokens-changed'), clientTokens: clientTokensSchema }),
  z.object({ type: z.literal('environment-changed'), environment: environmentSchema }),
]);

export type Removal = z.infer<typeof removalSchema>;
export type AppState = z.infer<typeof appStateSchema>;
export type AppEvent = z.infer<typeof appEventSchema>;
