import { z } from 'zod';
import { inChat, inWorkspace } from './call.ts';

/** A command from a file of the folder, by its path there; `argument` says what may follow it, null for nothing. */
export const folderCommandSchema = z.object({
  name: z.string(),
  description: z.string(),
  argument: z.string().nullable(),
  file: z.string(),
});

export type FolderCommandInfo = z.infer<typeof folderCommandSchema>;

/** The calls about commands that begin a message. */
export const slashCalls = {
  /** The commands of the chat's folder; `untrusted` counts those that wait for the person to trust it. */
  readSlashCommands: inChat
    .input(z.object(inWorkspace))
    .output(z.object({ commands: z.array(folderCommandSchema), untrusted: z.number().int() })),
};
