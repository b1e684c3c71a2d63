import type { ToolContext } from '../../chat/chat-history.ts';
import { codeFiles } from '../../folder/code-files.ts';
import { currentText, refuseTooLarge, textOrOther, ToolError } from '../../folder/file-content.ts';
import { refuseReadOnly } from '../../folder/writable-file.ts';
import type { AstGrep } from '../../folder/ast-grep.ts';
import { refuseUnfilled, rewriteCode, type StructuralEdit } from '../../folder/structural-edit.ts';
import { isWithheld } from '../../folder/withheld.ts';
import type { WorkspacePath } from '../../folder/workspace-path.ts';
import { stagedFile, type StageEdits } from '../../previews/edits/stage-edits.ts';
import type { StagedFile } from '../../storage/action-store.ts';
import { permitReading } from '../permit-reading.ts';

/** The most files in one preview. */
const mostFiles = 200;

/** Time limit for one call, in milliseconds. */
const budgetMs = 30_000;

/** The languages that can be rewritten: the parser's names and their file extensions. */
const languages = {
  typescript: { name: 'TypeScript', endings: ['.ts', '.mts', '.cts'] },
  tsx: { name: 'Tsx', endings: ['.tsx'] },
  javascript: { name: 'JavaScript', endings: ['.js', '.mjs', '.cjs', '.jsx'] },
  css: { name: 'Css', endings: ['.css'] },
  html: { name: 'Html', endings: ['.html', '.htm'] },
} as const;

/** The replacements of a call, in order, and the files they are for. */
type Rewriting = {
  ops: readonly StructuralEdit[];
  lang: keyof typeof languages;
  path?: string | undefined;
  glob?: string | undefined;
};

type RewriteDeps = { context: ToolContext; stage: StageEdits; astGrep: AstGrep };

/** The changed files, how many places each op changed, the skipped files, and the name of the language. */
export type Found = {
  files: StagedFile[];
  counts: number[];
  read: number;
  withheld: number;
  unread: number;
  language: string;
};

/**
 * Returns what replacements make of files, without writing. Throws a ToolError where there are too many, it takes
 * too long, or a replacement uses a name that its pattern does not match.
 */
export async function rewriteFiles(input: Rewriting, deps: RewriteDeps): Promise<Found> {
  const { context } = deps;
  const { ops, path, glob, lang } = input;
  refuseUnfilled(ops);
  const { name: language, endings } = languages[lang];
  const requested = { path, glob, endings };
  const code = await codeFiles(context.folder, requested, context.signal);
  const counts = ops.map(() => 0);
  const found: Found = { files: [], counts, read: 0, withheld: 0, unread: 0, language };
  if (code.type === 'one') {
    if (isWithheld(context, code.place)) await permitReading(context, code.place.shown);
    await rewriteFile(code.place, await currentText(code.place.path, code.place.shown), {
      found,
      input,
      ...deps,
    });
    return found;
  }
  const deadline = performance.now() + budgetMs;
  for await (const place of code.places) {
    if (performance.now() > deadline)
      throw new ToolError(narrower(`It took more than ${budgetMs / 1_000} seconds`));
    if (isWithheld(context, place)) {
      found.withheld += 1;
      continue;
    }
    const text = await textOrOther(place.path, place.shown);
    if (text === undefined) found.unread += 1;
    else await rewriteFile(place, text, { found, input, ...deps });
  }
  return found;
}

/** Adds a file to the result, if a pattern matches in it. */
async function rewriteFile(
  place: WorkspacePath,
  onDisk: string | null,
  { found, input, context, stage, astGrep }: RewriteDeps & { found: Found; input: Rewriting },
): Promise<void> {
  context.signal.throwIfAborted();
  const inStep = stage.fileInStep(context, place.shown);
  const base = inStep ? inStep.after : onDisk;
  if (base === null) return;
  found.read += 1;
  const { text: after, counts } = await rewriteCode(astGrep, languages[input.lang].name, base, input.ops);
  for (const [index, count] of counts.entries()) found.counts[index] = (found.counts[index] ?? 0) + count;
  if (after === base) return;
  await refuseReadOnly(place.path, place.shown);
  refuseTooLarge(after, place.shown);
  if (found.files.length === mostFiles)
    throw new ToolError(narrower(`It matches in more than ${mostFiles} files`));
  found.files.push(await stagedFile(place, { onDisk, inStep, after, withheld: false }));
}

function narrower(problem: string): string {
  return `${problem}, so nothing is staged. Give a narrower path or glob.`;
}
