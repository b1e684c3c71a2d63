import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import type { CommandChanges } from '../../changes/command-changes.ts';
import type { CommandOrder, EndedCommand } from '../../commands/command-order.ts';
import type { Commands } from '../../commands/commands.ts';
import type { Permissions } from '../../permissions/permissions.ts';
import { endedResult, runningResult } from './command-text.ts';

/** Time limits in seconds. */
export const usualLimit = 120;
export const longestLimit = 1_800;

/** The time in which a command in the background may show that it fails at once, in milliseconds. */
const firstLook = 2_000;

export type RunCommandParts = {
  commands: Commands;
  permissions: Pick<Permissions, 'begin' | 'outcome'>;
  /** Finds what a command changes, from before it starts to its end. */
  around: CommandChanges['around'];
};

/** A command as it was allowed; `argv` where it runs as its words. */
export type Allowance = Pick<CommandOrder, 'line' | 'cwd' | 'shownFolder' | 'bounds'> & {
  argv: string[] | undefined;
};

/** With its time limit in seconds, where the model gave one. */
type Order = Allowance & { seconds: number | undefined };

/** Runs an allowed command and waits for its end; stopping the turn ends it. */
export async function runToEnd(
  parts: RunCommandParts,
  context: ToolContext,
  order: Order,
): Promise<EndedCommand> {
  const { workspaceId, toolCallId, signal } = context;
  const stop = () => void parts.commands.stop(workspaceId, toolCallId);
  return parts.around({ ...context, background: false }, async () => {
    const limits = { seconds: order.seconds ?? usualLimit, background: false };
    const { done } = await start(parts, context, { ...order, ...limits });
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    const end = await done;
    signal.removeEventListener('abort', stop);
    // Parley is closing: the next start finds how it ended.
    return end.run.ending?.type === 'cut-off' ? new Promise<never>(() => undefined) : end;
  });
}

/** Starts an allowed command that goes on by itself; returns what it shows at first. */
export function runInBackground(
  parts: RunCommandParts,
  context: ToolContext,
  order: Order,
): Promise<ToolResult> {
  const { commands } = parts;
  const { workspaceId, toolCallId, signal } = context;
  return parts.around({ ...context, background: true }, async () => {
    const limits = { seconds: order.seconds ?? null, background: true };
    const { done } = await start(parts, context, { ...order, ...limits });
    const number = commands.find(workspaceId, toolCallId)?.number ?? 0;
    await commands.waitFor(workspaceId, number, firstLook, signal);
    const now = await commands.read(workspaceId, number);
    return now === undefined || now.run.ending !== null ? endedResult(await done) : runningResult(now);
  });
}

async function start(
  { commands, permissions }: RunCommandParts,
  context: ToolContext,
  { argv, ...order }: Allowance & Pick<CommandOrder, 'seconds' | 'background'>,
): Promise<{ done: Promise<EndedCommand> }> {
  const { workspaceId, messageId, toolCallId, signal } = context;
  const { line } = order;
  const { done } = await commands.start({
    workspaceId,
    messageId,
    toolCallId,
    ...order,
    words: argv === undefined ? { type: 'shell', line } : { type: 'argv', argv },
  });
  // Whoever stopped the turn before it started did not see it run.
  if (signal.aborted) await commands.stop(workspaceId, toolCallId);
  void done.then(({ run }) => permissions.outcome(context, outcomeOf(run)));
  return { done };
}

function outcomeOf({ ending, startedAt }: EndedCommand['run']) {
  const exitCode = ending?.type === 'exited' ? ending.code : null;
  return { exitCode, durationMs: Math.max(0, (ending?.at ?? startedAt) - startedAt) };
}
