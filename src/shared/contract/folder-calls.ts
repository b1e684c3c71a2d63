import { z } from 'zod';
import { inChat, inWorkspace } from './call.ts';
import { failures } from './failures.ts';

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
};
