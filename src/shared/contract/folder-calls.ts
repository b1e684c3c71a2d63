import { z } from 'zod';
import { serverOffersSchema } from '../mcp-servers/server-info.ts';
import { folderTrustSchema } from '../trust/folder-trust.ts';
import { call, inChat, inWorkspace } from './call.ts';
import { failures } from './failures.ts';

/**
 * A file that tells agents how to work here, by its path from the chat's folder. The agent reads it `whole`, its
 * start (`cut`), or nothing of it: the nearer ones fill what it is given (`left-out`), it leads out of the
 * repository, or is no text that can be read.
 */
const instructionFileSchema = z.object({
  path: z.string(),
  bytes: z.number().int().nullable(),
  state: z.enum(['whole', 'cut', 'left-out', 'outside', 'unreadable']),
});

export type InstructionFile = z.infer<typeof instructionFileSchema>;

/** A command from a file of the folder, by its path there; `argument` says what may follow it, null for nothing. */
const folderCommandSchema = z.object({
  name: z.string(),
  description: z.string(),
  argument: z.string().nullable(),
  file: z.string(),
});

export type FolderCommandInfo = z.infer<typeof folderCommandSchema>;

/**
 * A file of custom tools, of the person's own (`folder` is null) or of a folder. `tool` is what it offered when it
 * was last loaded, null where it was not loaded as it is now. `problem` says for a person why it is not offered, or
 * how its last call was lost.
 */
const customToolSchema = z.object({
  file: z.string(),
  folder: z.string().nullable(),
  tool: z.object({ name: z.string(), description: z.string(), readOnly: z.boolean() }).nullable(),
  problem: z.object({ type: z.enum(['not-offered', 'lost']), text: z.string() }).nullable(),
});

export type CustomToolInfo = z.infer<typeof customToolSchema>;

/** The subject of a decision about trust: the chat's folder, or the tools in Parley's data folder. */
const trustedThing = z.enum(['folder', 'own-tools']).default('folder');

export type TrustedThing = z.infer<typeof trustedThing>;

/** The calls about the folder of a chat, on the machine that Parley runs on. */
export const folderCalls = {
  /** Opens the chat's folder in the file manager. */
  openFolder: inChat.errors({ 'folder-unusable': failures['folder-unusable'] }).input(z.object(inWorkspace)),
  /** Opens a file of the chat's folder at a line, from 1 on, by the command in Settings. */
  openInEditor: inChat
    .errors({ 'editor-failed': failures['editor-failed'] })
    .input(z.object({ ...inWorkspace, path: z.string().min(1), line: z.number().int().positive() })),
  /**
   * Returns the git branch that is checked out in the chat's folder; null outside of git. `dirty` says whether
   * something is not committed; null where that is not known, as in a folder that is not trusted.
   */
  readBranch: inChat
    .input(z.object(inWorkspace))
    .output(z.object({ branch: z.string().nullable(), dirty: z.boolean().nullable() })),
  /** Looks at what of the chat's folder would run, or of the person's own tools, and says if the person lets it. */
  readTrust: inChat.input(z.object({ ...inWorkspace, of: trustedThing })).output(folderTrustSchema),
  /**
   * Takes the person's decision about what they saw of the chat's folder, or of their own tools, which `fingerprint`
   * names. Ends in `folder-changed` where something else is there now.
   */
  decideTrust: inChat
    .errors({ 'folder-changed': failures['folder-changed'] })
    .input(
      z.object({ ...inWorkspace, of: trustedThing, fingerprint: z.string().max(200), trusted: z.boolean() }),
    ),
  /** The commands of the chat's folder; `untrusted` counts those that wait for the person to trust it. */
  readSlashCommands: inChat
    .input(z.object(inWorkspace))
    .output(z.object({ commands: z.array(folderCommandSchema), untrusted: z.number().int() })),
  /**
   * Returns the offers of the chat's MCP servers for a message. It starts them, and waits for them a few seconds; where
   * that was not enough the next call waits on.
   */
  readServerOffers: inChat.input(z.object(inWorkspace)).output(serverOffersSchema),
  /** The custom tools that the chat may use, with what is known of them; none of them is loaded by this. */
  readCustomTools: inChat.input(z.object(inWorkspace)).output(z.array(customToolSchema)),
  /** The files that tell the chat's agent how to work here, as they are now, in the order in which it reads them. */
  readInstructions: inChat.input(z.object(inWorkspace)).output(z.array(instructionFileSchema)),
};

/** The calls about the folders that the person decided about. */
export const trustCalls = {
  /** Removes a decision; the folder is asked about again. One that is gone already stays so. */
  forget: call.input(z.object({ folder: z.string().max(4_096) })),
};
