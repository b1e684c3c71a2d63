import { z } from 'zod';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import { permissionRefusalText, withChangedLine } from '../../../shared/permissions/permission-text.ts';
import type { Refused } from '../../../shared/permissions/permission-outcome.ts';
import type { CommandSubject } from '../../../shared/permissions/permission.ts';
import type { CommandChanges } from '../../changes/command-changes.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import type { CommandOrder, Commands, EndedCommand } from '../../commands/commands.ts';
import type { Confinability } from '../../commands/confinement.ts';
import type { CommandInvocation } from '../../commands/person-shell.ts';
import { type Shell, shellForModel } from '../../commands/known-shells.ts';
import { locate, rootOf } from '../../folder/workspace-path.ts';
import type { Permissions } from '../../permissions/permissions.ts';
import { endedResult, isStopped, notRunAgain, ranAgain, runningResult } from './command-text.ts';
import { confinabilityOf } from './confinability.ts';
import { type AgentTool, toolOf } from '../tool.ts';

const folderChanged = 'The folder leads elsewhere than when the person allowed it. Nothing was run.';

const inputSchema = z.lazy(() =>
  z.object({
    command: z.string().trim().min(1).max(20_000).describe('A command line for that shell'),
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
  }),
);

type Input = z.output<typeof inputSchema>;

/** Runs a command of the model once the person, or a rule of theirs, allows it. */
export function createRunCommandTool(deps: RunCommandDeps): AgentTool {
  const { commands, permissions, shell } = deps;

  async function run(input: Input, context: ToolContext): Promise<ToolResult> {
    const { workspaceId, toolCallId, signal } = context;
    const before = await commands.ended(workspaceId, toolCallId);
    if (before !== undefined) return afterEnd(input, context, before);
    const { background = false, timeout_seconds: seconds } = input;
    const asked = await ask(input, context, {
      line: input.command,
      ...(await confinability(input, context)),
    });
    if (!asked.ok) return asked.result;
    permissions.begin(context);
    if (background) {
      const result = await runInBackground(deps, context, { ...asked.allowance, seconds });
      signal.throwIfAborted();
      return withLine(input, asked.allowance, result);
    }
    const end = await runToEnd(deps, context, { ...asked.allowance, seconds });
    signal.throwIfAborted();
    return afterEnd(input, context, end);
  }

  async function confinability(
    { command, background = false }: Input,
    { folder }: ToolContext,
  ): Promise<Confinability> {
    const opened = await rootOf(folder);
    if (!opened.ok) return { confined: false };
    return confinabilityOf(commands, { line: command, root: opened.root, background });
  }

  /** Returns the result of an ended command. One that its confinement has stopped may run again without. */
  async function afterEnd(input: Input, context: ToolContext, end: EndedCommand): Promise<ToolResult> {
    const result = withLine(input, end.run, endedResult(end));
    const { refused, hosts, line } = end.run;
    if (refused === undefined || !isStopped(end.run)) return result;
    const asked = await ask(input, context, { line, confined: false, refused, ...(hosts && { hosts }) });
    context.signal.throwIfAborted();
    if (!asked.ok) return notRunAgain(result, asked.result);
    permissions.begin(context);
    const again = await runToEnd(deps, context, { ...asked.allowance, seconds: input.timeout_seconds });
    context.signal.throwIfAborted();
    return ranAgain(refused, again, withLine(input, again.run, endedResult(again)));
  }

  return toolOf({
    name: 'run_command',
    kind: 'run',
    description: `Run a command line with ${shellForModel(shell)}, once the person allows it: to build, to test, to use a program they have. Its input is empty, so it can’t be asked anything. Not for looking at files (list_files, read_file, search_files) or changing them (edit_file, write_file, delete_file), which need no permission or show what they change; not for printing what you could say.`,
    inputSchema,
    run,
  });
}

type Asked = { ok: true; allowance: Allowance } | { ok: false; result: ToolResult };

/** Asks whether a command may run; it runs in the folder that is on its card, also after a long wait. */
async function ask(
  input: Input,
  context: ToolContext,
  about: Pick<CommandSubject, 'line' | 'confined' | 'unconfined' | 'refused' | 'hosts'>,
): Promise<Asked> {
  const located = await locate(context.folder, input.folder ?? '.');
  if (!located.ok) return failed(located.error);
  const { path, root, shown } = located.resolved;
  const outcome = await context.permit({ type: 'command', folder: path, ...about });
  if (outcome.type !== 'allowed') return { ok: false, result: refused(outcome) };
  // While it waited, a link may have been put in place of the folder.
  const again = await locate(context.folder, input.folder ?? '.');
  if (!again.ok) return failed(again.error);
  if (again.resolved.path !== path) return failed(folderChanged);
  const { line = about.line, argv, hosts, unconfined, by } = outcome;
  const isConfined = hosts !== undefined || (about.confined && unconfined === undefined);
  const onlyReads = by.type === 'reads-only';
  const bounds = isConfined
    ? {
        root,
        hosts: hosts ?? [],
        ...(onlyReads && { readOnly: true as const }),
        ...(by.type === 'confined' && { unasked: true as const }),
      }
    : null;
  const words: CommandInvocation =
    argv === undefined ? { type: 'shell', line } : { type: 'argv', argv, ...(onlyReads && { reads: root }) };
  return { ok: true, allowance: { line, words, cwd: path, shownFolder: shown, bounds } };
}

function failed(text: string): Asked {
  return { ok: false, result: { ok: false, text } };
}

function refused(outcome: Refused): ToolResult {
  const text = permissionRefusalText(outcome);
  return { ok: false, text, ...(outcome.type === 'denied' && outcome.stop && { endsTurn: true }) };
}

function withLine({ command }: Input, { line }: { line: string }, result: ToolResult): ToolResult {
  const changed = line === command ? {} : { line };
  return { ...result, text: withChangedLine(changed, result.text) };
}

/** In seconds. */
const usualLimit = 120;
const longestLimit = 1_800;

/** How long a background command is watched for an immediate failure, in milliseconds. */
const firstLook = 2_000;

type RunCommandDeps = {
  /** The shell that lines run with. */
  shell: Shell;
  commands: Commands;
  permissions: Pick<Permissions, 'begin' | 'outcome'>;
  /** Finds what a command changes, from before it starts to its end. */
  around: CommandChanges['around'];
};

/** A command as it was allowed. */
type Allowance = Pick<CommandOrder, 'line' | 'words' | 'cwd' | 'shownFolder' | 'bounds'>;

/** `seconds` is the time limit, where the model gave one. */
type Order = Allowance & { seconds: number | undefined };

/** Runs an allowed command and waits for its end; stopping the turn ends it. */
async function runToEnd(deps: RunCommandDeps, context: ToolContext, order: Order): Promise<EndedCommand> {
  const { workspaceId, toolCallId, signal } = context;
  const stop = () => void deps.commands.stop(workspaceId, toolCallId);
  return deps.around({ ...context, background: false }, async () => {
    const seconds = isUnasked(order) ? usualLimit : (order.seconds ?? usualLimit);
    const limits = { seconds, background: false };
    const { done } = await start(deps, context, { ...order, ...limits });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const end = await done;
    signal.removeEventListener('abort', stop);
    // Parley is closing: the next start finds how it ended.
    return end.run.ending?.type === 'cut-off' ? new Promise<never>(() => undefined) : end;
  });
}

/** Starts a background command; returns its first output. */
function runInBackground(deps: RunCommandDeps, context: ToolContext, order: Order): Promise<ToolResult> {
  const { commands } = deps;
  const { workspaceId, toolCallId, signal } = context;
  return deps.around({ ...context, background: true }, async () => {
    const seconds = isUnasked(order) ? usualLimit : (order.seconds ?? null);
    const limits = { seconds, background: true };
    const { done } = await start(deps, context, { ...order, ...limits });
    const number = commands.find(workspaceId, toolCallId)?.number ?? 0;
    await commands.waitFor(workspaceId, number, firstLook, signal);
    const now = await commands.read(workspaceId, number);
    return now === undefined || now.run.ending !== null ? endedResult(await done) : runningResult(now);
  });
}

/** True for a command that only reads, for which nobody was asked. */
function isUnasked({ words }: Order): boolean {
  return words.type === 'argv' && words.reads !== undefined;
}

async function start(
  { commands, permissions }: RunCommandDeps,
  context: ToolContext,
  order: Allowance & Pick<CommandOrder, 'seconds' | 'background'>,
): Promise<{ done: Promise<EndedCommand> }> {
  const { workspaceId, messageId, toolCallId, signal } = context;
  const { done } = await commands.start({ workspaceId, messageId, toolCallId, ...order });
  // Stopped before it started: the person did not see it run.
  if (signal.aborted) await commands.stop(workspaceId, toolCallId);
  void done.then(({ run }) => permissions.outcome(context, outcomeOf(run)));
  return { done };
}

function outcomeOf({ ending, startedAt }: EndedCommand['run']) {
  const exitCode = ending?.type === 'exited' ? ending.code : null;
  return { exitCode, durationMs: Math.max(0, (ending?.at ?? startedAt) - startedAt) };
}
