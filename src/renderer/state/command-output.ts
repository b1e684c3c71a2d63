import type { CallKey, WorkspaceId } from '../../shared/ids.ts';
import type { CommandOutput, OutputPage } from '../../shared/transcript/command-run.ts';
import type { Companion } from '../companion.ts';

/** The delay before a broken watch is resumed, in milliseconds. */
const patience = 500;

/** Follows the last lines of a running command across links, until it ends or the signal aborts. */
export function watchOutput(
  { client }: Companion,
  call: CallKey,
  onOutput: (output: CommandOutput) => void,
  signal: AbortSignal,
): Promise<void> {
  return follow(() => client.workspace.watchOutput(call, { signal }), onOutput, signal);
}

/** Follows the last lines of what git prints for the person in a chat's worktree, across links, until the signal aborts. */
export function watchGit(
  { client }: Companion,
  workspaceId: WorkspaceId,
  onOutput: (output: CommandOutput) => void,
  signal: AbortSignal,
): Promise<void> {
  return follow(() => client.workspace.watchGit({ workspaceId }, { signal }), onOutput, signal);
}

async function follow(
  open: () => Promise<AsyncIterable<CommandOutput>>,
  onOutput: (output: CommandOutput) => void,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const output of await open()) {
        if (signal.aborted) return;
        onOutput(output);
      }
      return;
    } catch {
      // The link broke; the loop waits for the next one.
    }
    await new Promise((resolve) => setTimeout(resolve, patience));
  }
}

/** Reads a part of a command's output from a line on; null where it can't be had. */
export function readOutput({ client }: Companion, call: CallKey, from: number): Promise<OutputPage | null> {
  return client.workspace.readOutput({ ...call, from }).catch(() => null);
}

/** Returns all that is kept of a command's output; rejects where it can't be had. */
export async function wholeOutput({ client }: Companion, call: CallKey): Promise<string> {
  const lines: string[] = [];
  for (let from = 0; ; ) {
    const page = await client.workspace.readOutput({ ...call, from });
    if (page.from > from) lines.push(leftOutText(page.from - from));
    lines.push(...page.lines.map(({ text }) => text));
    from = page.from + page.lines.length;
    if (page.lines.length === 0 || from >= page.total) return lines.join('\n');
  }
}

/** Stands for lines that were not kept. */
export function leftOutText(lines: number): string {
  return lines === 1 ? '(1 line was not kept)' : `(${lines.toLocaleString('en')} lines were not kept)`;
}
