import { z } from 'zod';
import type { AstGrep } from '../../folder/ast-grep.ts';
import { ToolError } from '../../folder/file-content.ts';
import { shownName } from '../../folder/workspace-path.ts';
import type { StageEdits } from '../../previews/edits/stage-edits.ts';
import type { StagedFile } from '../../storage/action-store.ts';
import { staged, type StagedChange, stagingTool } from './edit-tools.ts';
import type { AgentTool } from '../tool.ts';
import type { Found } from './rewrite-files.ts';

const languageSchema = z.enum(['typescript', 'tsx', 'javascript', 'css', 'html']);

const op = z.object({
  pattern: z
    .string()
    .min(1)
    .describe('Code, in which $NAME stands for any one node and $$$NAME for any number of them'),
  replacement: z.string().describe('The code in its place; $NAME and $$$NAME are what they matched'),
});

const inputSchema = z.lazy(() =>
  z.object({
    ops: z.array(op).min(1).max(50).describe('Made one after the other, each wherever its pattern matches'),
    lang: z
      .string()
      .toLowerCase()
      .pipe(languageSchema)
      .describe(`One of ${languageSchema.options.join(', ')}`),
    path: z.string().min(1).optional().describe('A file or a folder, relative to the chat’s folder'),
    glob: z
      .string()
      .min(1)
      .optional()
      .describe('Files by name, such as src/**/*.ts; instead of path, or inside it'),
  }),
);

type Input = z.output<typeof inputSchema>;

const description = `Replace code by its structure, in many files at once: every place that matches a pattern. Text in strings and comments that only looks alike stays. Use edit_file for a single place. ${staged}`;

/**
 * The tool that replaces code by its structure, oh-my-pi's `ast_edit`; `load` returns the parser where it runs
 * here.
 */
export function createAstEditTool(stage: StageEdits, load: () => AstGrep | undefined): AgentTool {
  return stagingTool(stage, {
    name: 'ast_edit',
    description,
    inputSchema,
    isAvailable: () => load() !== undefined,
    async change(input, context) {
      const astGrep = load();
      if (astGrep === undefined) throw new ToolError('ast_edit does not run on this machine.');
      if (input.path === undefined && input.glob === undefined) throw new ToolError('Give path or glob.');
      const { rewriteFiles } = await import('./rewrite-files.ts');
      return changeOf(await rewriteFiles(input, { context, stage, astGrep }), input);
    },
  });
}

function changeOf(found: Found, { ops }: Input): StagedChange {
  const { files, counts, read, withheld, unread, language } = found;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const notes = [
    ...ops.flatMap((_, index) => (counts[index] === 0 ? [`ops[${index}] matches nothing.`] : [])),
    ...passedOver(withheld, 'may hold secrets; give one as path to ask the person for it'),
    ...passedOver(unread, 'cannot be read as text, or is above 1 MB'),
  ];
  if (files.length > 0) return { files, label: labelOf(files, total), notes };
  const why =
    total > 0
      ? 'The code already is like that. There is nothing to change.'
      : read > 0
        ? 'No match. Check the pattern.'
        : `There is no ${language} file there. Check path and glob.`;
  throw new ToolError([why, ...notes.slice(total > 0 ? 0 : ops.length)].join('\n'));
}

function passedOver(count: number, why: string): string[] {
  return count === 0 ? [] : [`(${count} ${count === 1 ? 'file was' : 'files were'} left out: ${why}.)`];
}

/** `Replace 7 places in 3 files`, or `Replace 1 place in src/a.ts`. */
function labelOf(files: readonly StagedFile[], places: number): string {
  const [first, ...more] = files;
  const where = first === undefined || more.length > 0 ? `${files.length} files` : shownName(first.path);
  return `Replace ${places} ${places === 1 ? 'place' : 'places'} in ${where}`;
}
