import { z } from 'zod';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import { type LineRange, readLineRange } from './line-range.ts';
import { failed, locateReadable, readingTool } from './reading-tool.ts';
import { type OpenedFile, openRegular } from '../../folder/file-content.ts';
import { shownName } from '../../folder/workspace-path.ts';

const maxWholeBytes = 262_144;
const maxLines = 2_000;
const maxCharacters = 60_000;

const inputSchema = z.lazy(() =>
  z.object({
    path: z.string().min(1).describe('A file, relative to the chat’s folder'),
    from: z.number().int().min(1).optional().describe('The first line to read, counted from 1'),
    lines: z.number().int().min(1).max(maxLines).optional().describe(`How many lines, at most ${maxLines}`),
  }),
);

type Input = z.output<typeof inputSchema>;

/** Reads a text file, or lines of it; its first line says which lines these are. */
export const readFile = readingTool({
  name: 'read_file',
  description:
    'Read a text file in the chat’s folder, or some of its lines (from, lines). Large files must be read by lines.',
  inputSchema,
  async run(input, context) {
    const located = await locateReadable(context, input.path);
    if (!located.ok) return failed(located.error);
    const name = shownName(located.resolved.shown) || 'The folder';
    const file = await openRegular(located.resolved.path);
    if ('kind' in file) return failed(notAFile(name, file.kind));
    try {
      return await read(file, name, input, context.signal);
    } finally {
      await file.handle.close();
    }
  },
});

async function read(file: OpenedFile, name: string, input: Input, signal: AbortSignal): Promise<ToolResult> {
  const isRange = input.from !== undefined || input.lines !== undefined;
  if (!isRange && file.size > maxWholeBytes) return failed(tooLarge(name, file.size));
  const from = input.from ?? 1;
  const requested = { from, count: input.lines ?? maxLines, maxCharacters };
  const range = await readLineRange(file, requested, signal);
  if (range === 'binary') return failed(`${name} is not a text file, so it cannot be read here.`);
  if (range.total === 0) return { ok: true, text: `${name} is empty.` };
  if (range.lines.length === 0) return failed(`${name} has ${range.total} lines; there is no line ${from}.`);
  return { ok: true, text: show(name, from, range) };
}

function show(name: string, from: number, { lines, total, cutInLine }: LineRange): string {
  const last = from + lines.length - 1;
  const whole = total === null ? '' : ` of ${total}`;
  const rest = cutInLine
    ? `\n(Cut inside line ${last}: this is as much as fits. Use search_files to find one place in it, or go on with from: ${last + 1}.)`
    : total === null || last < total
      ? `\n(There is more. Go on with from: ${last + 1}.)`
      : '';
  return `${name}, lines ${from} to ${last}${whole}:\n${lines.join('\n')}${rest}`;
}

function tooLarge(name: string, size: number): string {
  const megabytes = (size / 1_000_000).toFixed(1);
  return `${name} has ${megabytes} MB, too much to read whole. Give from and lines (at most ${maxLines}), or use search_files to find the place.`;
}

function notAFile(name: string, kind: string): string {
  if (kind === 'folder') return `${name} is a folder. Use list_files to see what is in it.`;
  return `${name} is a ${kind}, not a text file, so it cannot be read.`;
}
