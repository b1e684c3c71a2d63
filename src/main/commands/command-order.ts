import type { MessageId, ToolCallId, WorkspaceId } from '../../shared/ids.ts';
import type { CommandRun } from '../../shared/transcript/command-run.ts';
import type { KeptOutput } from './kept-lines.ts';
import type { CommandWords } from './person-shell.ts';
import type { RunningCommand } from './running-command.ts';
import type { Bounds } from './wrap-program.ts';

/** The tool call that a command belongs to. */
export type CommandCall = { workspaceId: WorkspaceId; messageId: MessageId; toolCallId: ToolCallId };

/** A command to be run; `cwd` is an absolute path, `shownFolder` the same relative to the chat's folder. */
export type CommandOrder = CommandCall & {
  words: CommandWords;
  line: string;
  cwd: string;
  shownFolder: string;
  /** The limits it is confined to; null where it has the person's rights. */
  bounds: Bounds | null;
  background: boolean;
  seconds: number | null;
};

/** An ended command: how, and what is kept of its output. */
export type EndedCommand = { run: CommandRun; output: KeptOutput };

/** A command that runs; `done` resolves once its end is stored. */
export type StartedCommand = {
  call: CommandCall;
  run: CommandRun;
  running: RunningCommand;
  done: Promise<EndedCommand>;
};
