import { z } from 'zod';
import { workspaceIdSchema } from '../ids.ts';
import { agentsSchema } from '../providers/provider.ts';
import { workspaceSchema } from '../workspace/workspace.ts';

export const settingsSchema = z.object({ theme: z.enum(['system', 'light', 'dark']) });

/** What a window needs before any chat is open. `suggestedFolder` is where a first chat may begin. */
export const appStateSchema = z.object({
  workspaces: z.array(workspaceSchema),
  settings: settingsSchema,
  agents: agentsSchema,
  about: z.object({
    version: z.string(),
    dataDir: z.string(),
    suggestedFolder: z.string(),
    /** What a person should know about this start, such as a damaged database. */
    notice: z.string().nullable(),
  }),
});

export const appEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('workspace-changed'), workspace: workspaceSchema }),
  z.object({ type: z.literal('open-workspace'), workspaceId: workspaceIdSchema }),
  z.object({ type: z.literal('settings-changed'), settings: settingsSchema }),
  z.object({ type: z.literal('agents-changed'), agents: agentsSchema }),
]);

export type Settings = z.infer<typeof settingsSchema>;
export type AppState = z.infer<typeof appStateSchema>;
export type AppEvent = z.infer<typeof appEventSchema>;
