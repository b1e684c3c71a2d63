import { z } from 'zod';
import { inChat, inWorkspace } from './call.ts';
import { failures } from './failures.ts';

/** A command from a file of the folder, by its path there; `argument` says what may follow it, null for nothing. */
export const folderCommandSchema = z.object({
  name: z.string(),
  description: z.string(),
  argument: z.string().nullable(),
  file: z.string(),
});

export type FolderCommandInfo = z.infer<typeof folderCommandSchema>;

/** The calls about the folder of a chat, on the machine that Parley runs on. */
export const folderCalls = {
  /** Opens the chat's folder in the file manager. */
  openFolder: inChat.errors({ 'folder-unusable': failures['folder-unusable'] }).input(z.object(inWorkspace)),
  /** Opens a file of the chat's folder at a line, from 1 on, by the command in Settings. */
  openInEditor: inChat
    .errors({ 'editor-failed': failures['editor-failed'] })
    .input(z.object({ ...inWorkspace, path: z.string().min(1), line: z.number().int().positive() })),
  /** Returns the git branch that is checked out in the chat's folder; null outside of git. */
  readBranch: inChat.input(z.object(inWorkspace)).output(z.object({ branch: z.string().nullable() })),
  /** The commands of the chat's folder; `untrusted` counts those that wait for the person to trust it. */
  readSlashCommands: inChat
    .input(z.object(inWorkspace))
    .output(z.object({ commands: z.array(folderCommandSchema), untrusted: z.number().int() })),
};
