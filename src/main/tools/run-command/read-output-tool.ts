import { z } from 'zod';
import type { Commands } from '../../commands/commands.ts';
import { type AgentTool, toolOf } from '../tool.ts';
import { readResult } from './command-text.ts';

const inputSchema = z.lazy(() =>
  z.object({
    command: z.number().int().min(1).describe('The number that run_command gave it'),
    wait_seconds: z
      .number()
      .int()
      .min(0)
      .max(60)
      .optional()
      .describe('Waits so long for the command to end, at most'),
  }),
);

/** Reads what a command has written since the last read. */
export function createReadOutputTool(commands: Commands): AgentTool {
  const readUpTo = new Map<string, number>();
  return toolOf({
    name: 'read_output',
    kind: 'plain',
    description:
      'Read what a command in the background has put out since it was last read (its last line may come again), and whether it still runs. Not for a command that has given its result already.',
    inputSchema,
    async run({ command: number, wait_seconds: seconds = 0 }, { workspaceId, signal }) {
      const known = await commands.read(workspaceId, number);
      if (known === undefined) return { ok: false, text: `There is no command ${number} in this chat.` };
      if (seconds > 0) await commands.waitFor(workspaceId, number, seconds * 1_000, signal);
      signal.throwIfAborted();
      const { run, output } = (await commands.read(workspaceId, number)) ?? known;
      const key = JSON.stringify([workspaceId, number]);
      const from = readUpTo.get(key) ?? 0;
      readUpTo.set(key, run.ending === null ? Math.max(0, output.total - 1) : output.total);
      return readResult(run, since(output, from));
    },
  });
}

type Output = Parameters<typeof readResult>[1];

/** Returns the output from a line on. */
function since({ head, tail, total }: Output, from: number): Output {
  const tailStart = total - tail.length;
  return {
    head: head.slice(from),
    tail: tail.slice(Math.max(0, from - tailStart)),
    total: Math.max(0, total - from),
  };
}
