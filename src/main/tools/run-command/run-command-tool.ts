import { z } from 'zod';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import { permissionRefusalText, withChangedLine } from '../../../shared/permissions/model-text.ts';
import type { Allowed } from '../../../shared/permissions/permission-verdict.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import type { CommandChanges } from '../../changes/command-changes.ts';
import type { Commands, EndedCommand } from '../../commands/commands.ts';
import { locate } from '../../folder/workspace-path.ts';
import type { Permissions } from '../../permissions/permissions.ts';
import { type AgentTool, toolOf } from '../tool.ts';
import { endedResult, runningResult } from './command-text.ts';

/** Time limits in seconds. */
const usualLimit = 120;
const longestLimit = 1_800;

/** The time in which a command in the background may show that it fails at once, in milliseconds. */
const firstLook = 2_000;

const folderChanged = 'The folder leads elsewhere than when the person allowed it. Nothing was run.';

const inputSchema = z.object({
  command: z.string().trim().min(1).max(20_000).describe('A command line for the person’s shell'),
  folder: z
    .string()
    .optional()
    .describe('Where it runs, relative to the chat’s folder; that itself by default'),
  timeout_seconds: z
    .number()
    .int()
    .min(1)
    .max(longestLimit)
    .optional()
    .describe(`Ends it after so long; ${usualLimit} by default, none for one in the background`),
  background: z.boolean().optional().describe('True for what does not end by itself, such as a server'),
});

type Input = z.output<typeof inputSchema>;

export type RunCommandParts = {
  commands: Commands;
  permissions: Pick<Permissions, 'begin' | 'outcome'>;
  /** Finds what a command changes, from before it starts to its end. */
  around: CommandChanges['around'];
};

/** Runs a command of the model once the person, or a rule of theirs, allows it. */
export function createRunCommandTool({ commands, permissions, around }: RunCommandParts): AgentTool {
  async function run(input: Input, context: ToolContext): Promise<ToolResult> {
    const { workspaceId, toolCallId, signal } = context;
    const before = await commands.ended(workspaceId, toolCallId);
    if (before !== undefined) return endedResult(before);
    const located = await locate(context.folder, input.folder ?? '.');
    if (!located.ok) return { ok: false, text: located.error };
    const { path: cwd, shown } = located.place;
    const subject = { type: 'command' as const, line: input.command, folder: cwd, confined: false };
    const verdict = await context.permit(subject);
    if (verdict.type !== 'allowed') return refused(verdict);
    // What was allowed is the folder on the card: while it waited, a link may have taken its place.
    const again = await locate(context.folder, input.folder ?? '.');
    if (!again.ok) return { ok: false, text: again.error };
    if (again.place.path !== cwd) return { ok: false, text: folderChanged };
    permissions.begin(context);
    const { background = false } = input;
    const line = verdict.line ?? input.command;
    const result = await around({ ...context, background }, async () => {
      const { done } = await commands.start({
        workspaceId,
        messageId: context.messageId,
        toolCallId,
        line,
        cwd,
        background,
        words: verdict.argv === undefined ? { type: 'shell', line } : { type: 'argv', argv: verdict.argv },
        shownFolder: shown,
        confinement: 'unconfined',
        seconds: input.timeout_seconds ?? (background ? null : usualLimit),
      });
      // Whoever stopped the turn before it started did not see it run.
      if (signal.aborted) await commands.stop(workspaceId, toolCallId);
      void done.then(({ run }) => permissions.outcome(context, outcomeOf(run)));
      return background ? await begun(commands, context, done) : await ended(commands, context, done);
    });
    signal.throwIfAborted();
    return withLine(verdict, result);
  }

  return toolOf({
    name: 'run_command',
    kind: 'run',
    description:
      'Run a command line with the person’s shell, once they allow it: to build, to test, to use a program they have. Its input is empty, so it can’t be asked anything. Not for looking at files (list_files, read_file, search_files) or changing them (edit_file, write_file, delete_file), which need no permission or show what they change; not for printing what you could say.',
    inputSchema,
    run,
  });
}

function refused(verdict: Parameters<typeof permissionRefusalText>[0]): ToolResult {
  const text = permissionRefusalText(verdict);
  return { ok: false, text, ...(verdict.type === 'denied' && verdict.stop && { endsTurn: true }) };
}

function withLine(verdict: Allowed, result: ToolResult): ToolResult {
  return { ...result, text: withChangedLine(verdict, result.text) };
}

function outcomeOf({ ending, startedAt }: EndedCommand['run']) {
  const exitCode = ending?.type === 'exited' ? ending.code : null;
  return { exitCode, durationMs: Math.max(0, (ending?.at ?? startedAt) - startedAt) };
}

/** Waits for a command to end; stopping the turn ends it. */
async function ended(
  commands: Commands,
  { workspaceId, toolCallId, signal }: ToolContext,
  done: Promise<EndedCommand>,
): Promise<ToolResult> {
  const stop = () => void commands.stop(workspaceId, toolCallId);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const end = await done;
  signal.removeEventListener('abort', stop);
  // Parley is closing: the next start finds how it ended.
  if (end.run.ending?.type === 'cut-off') return new Promise(() => undefined);
  return endedResult(end);
}

async function begun(
  commands: Commands,
  { workspaceId, toolCallId, signal }: ToolContext,
  done: Promise<EndedCommand>,
): Promise<ToolResult> {
  const number = commands.find(workspaceId, toolCallId)?.number ?? 0;
  await commands.waitFor(workspaceId, number, firstLook, signal);
  const now = await commands.read(workspaceId, number);
  return now === undefined || now.run.ending !== null ? endedResult(await done) : runningResult(now);
}
