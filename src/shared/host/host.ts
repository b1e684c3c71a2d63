import type { CommandId } from '../commands/command.ts';
import type { ToolCallId, WorkspaceId } from '../ids.ts';

/** The name of the frame in which the page opens an address that the person has read and agreed to. */
export const agreedFrame = 'parley-link';

/**
 * The exit code of a desktop host that has told the person in words why it ends. Any other failure
 * right after its start means that Electron itself cannot run here.
 */
export const reportedFailure = 78;

/**
 * Message from the desktop to the page of its window: a command chosen in its menu, a link that was opened, a
 * card whose notification was clicked, or the version that a restart would start, null while none is offered.
 */
export type DesktopMessage =
  | { type: 'command'; id: CommandId }
  | { type: 'link'; link: string }
  | { type: 'show'; workspaceId: WorkspaceId; toolCallId: ToolCallId | null }
  | { type: 'update'; version: string | null };

/** Options of the browser host. Folders as the person wrote them, resolved against the working directory. */
export type BrowserHostOptions = {
  version: string;
  dataDir: string | undefined;
  workspace: string | undefined;
  /** A link to show in the windows of a companion that runs already. */
  link: string | undefined;
  /** 0 is any free one; `undefined` the one used last, if it is free. */
  port: number | undefined;
};

/** `address` is what a person opens; a `problem` is a sentence for a person. */
export type BrowserHostStart =
  | { status: 'ready'; address: string }
  | { status: 'already-running'; address: string; problem: string | undefined }
  | { status: 'failed'; problem: string };
