import { lstat } from 'node:fs/promises';
import { z } from 'zod';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import { failed, locateReadable, readingTool } from './reading-tool.ts';
import { type Entry, walkFolder } from '../../folder/walk-folder.ts';
import { type WorkspacePath, shownName } from '../../folder/workspace-path.ts';

const maxEntries = 400;

const inputSchema = z.lazy(() =>
  z.object({
    path: z.string().default('.').describe('A folder, relative to the chat’s folder; left out: all of it'),
    depth: z
      .number()
      .int()
      .min(1)
      .max(10)
      .default(2)
      .describe('How many levels down, 1 to 10; 2 if left out'),
  }),
);

/** Lists a folder: one path a line, folders end in `/`; at most 400 lines, and a note of what is missing. */
export const listFiles = readingTool({
  name: 'list_files',
  description:
    'List the files and folders in the chat’s folder, or in one inside it. Leaves out .git, node_modules and what git ignores.',
  inputSchema,
  async run({ path, depth }, context) {
    const located = await locateReadable(context, path);
    if (!located.ok) return failed(located.error);
    const { resolved } = located;
    if (!(await lstat(resolved.path)).isDirectory()) {
      return failed(`${shownName(resolved.shown)} is not a folder. Use read_file to read a file.`);
    }
    return list(resolved, depth, context);
  },
});

async function list(
  place: WorkspacePath,
  depth: number,
  { folder, signal }: ToolContext,
): Promise<ToolResult> {
  const { root, shown } = place;
  const rules = await folder.ignores.refuseIgnored(place, true, signal);
  const isClosed = folder.dataFolder.closedTo(root);
  const entries: Entry[] = [];
  let cut = false;
  for await (const entry of walkFolder({ root, start: shown, rules, depth, isClosed, signal })) {
    cut = entries.length === maxEntries;
    if (cut) break;
    entries.push(entry);
  }
  const title = shown === '' ? 'The folder' : `${shownName(shown)}/`;
  if (entries.length === 0) return { ok: true, text: `${title} is empty.` };
  const lines = entries.map(lineFor).sort();
  return { ok: true, text: [`${title} contains:`, ...lines, ...(cut ? [cutNote] : [])].join('\n') };
}

const cutNote = `(Cut after ${maxEntries} entries, nearest levels first. Give path to look into one folder, or a smaller depth.)`;

function lineFor({ path, kind }: Entry): string {
  const name = shownName(path);
  if (kind === 'file') return name;
  return kind === 'folder' ? `${name}/` : `${name} (${kind})`;
}
