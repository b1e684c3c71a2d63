import type { CommandId } from '../commands/command.ts';
import type { ToolCallId, WorkspaceId } from '../ids.ts';

/** The frame name for an address that the person has read and agreed to open. */
export const agreedFrame = 'parley-link';

/**
 * The exit code of a desktop host that has told the person why it ends. Any other early failure means that
 * Electron itself can't run here.
 */
export const reportedFailure = 78;

/**
 * A message from the desktop to its page: a menu command, an opened link, a card whose notification was clicked,
 * or the version that a restart would start (null for none).
 */
export type DesktopMessage =
  | { type: 'command'; id: CommandId }
  | { type: 'link'; link: string }
  | { type: 'show'; workspaceId: WorkspaceId; toolCallId: ToolCallId | null }
  | { type: 'update'; version: string | null };

/** Folders are relative to the working directory. */
export type BrowserHostOptions = {
  version: string;
  dataDir: string | undefined;
  workspace: string | undefined;
  /** A link to open in a companion that runs already. */
  link: string | undefined;
  /** 0 is any free port; `undefined` the last one, if it is free. */
  port: number | undefined;
};

/** `address` is what a person opens; `problem` is a sentence for a person. */
export type BrowserHostStart =
  | { status: 'ready'; address: string }
  | { status: 'already-running'; address: string; problem: string | undefined }
  | { status: 'failed'; problem: string };
