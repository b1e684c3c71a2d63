import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ToolResult } from '../../shared/dialects/dialect.ts';
import { fileMarkSchema } from '../../shared/files/file-mark.ts';
import { marksOf } from '../../shared/files/file-marks.ts';
import { diskProblem } from '../folder/disk-problem.ts';
import { isWithheld, withheldText } from '../folder/withheld.ts';
import type { Place } from '../folder/workspace-path.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import { type AgentTool, toolOf } from './tool.ts';
import type { StagedFile, StoredAction } from '../storage/action-store.ts';
import { ToolError } from '../folder/tool-error.ts';
import { currentText, refuseTooLarge } from '../folder/current-text.ts';
import { editText, withFormatOf } from '../folder/edit-text.ts';
import { editablePlace } from '../folder/editable-place.ts';
import { refuseReadOnly } from '../folder/read-only-file.ts';
import { refuseIllFormed } from '../folder/ill-formed.ts';
import type { StageEdits } from '../previews/edits/stage-edits.ts';

const path = z.string().min(1).describe('A file, relative to the chat’s folder');
const staged = 'Nothing is written until the person applies the preview.';

/** Returns the new text of a file, null where there is no file; throws a ToolError. */
type Change<Input> = (before: string | null, input: Input, name: string) => string | null;

type Definition<Schema extends z.ZodType<{ path: string }>> = {
  name: string;
  description: string;
  inputSchema: Schema;
  /** Set where its failures quote the file's text. */
  quotesText?: true;
  change: Change<z.output<Schema>>;
};

/** The tools that change a chat's files; each stages what it would do and shows it. */
export function createEditTools(stage: StageEdits): AgentTool[] {
  return [
    stagingTool(stage, {
      name: 'edit_file',
      description: `Change places in a text file: every oldText stands exactly once in it. ${staged}`,
      inputSchema: z.object({
        path,
        edits: z.array(z.object({ oldText: z.string(), newText: z.string() })).min(1),
      }),
      quotesText: true,
      change(before, { edits }, name) {
        if (before === null)
          throw new ToolError(`There is no ${name} in the folder. Use write_file to make it.`);
        const edited = editText(name, before, edits);
        if (!edited.ok) throw new ToolError(edited.problem);
        return edited.text;
      },
    }),
    stagingTool(stage, {
      name: 'write_file',
      description: `Make a text file, or give one a whole new content. ${staged}`,
      inputSchema: z.object({ path, content: z.string() }),
      change: (before, { content }) => withFormatOf(before, content),
    }),
    stagingTool(stage, {
      name: 'delete_file',
      description: `Delete a text file. ${staged}`,
      inputSchema: z.object({ path }),
      change(before, _, name) {
        if (before === null) throw new ToolError(`There is no ${name} in the folder.`);
        return null;
      },
    }),
  ];
}

function stagingTool<Schema extends z.ZodType<{ path: string }>>(
  stage: StageEdits,
  { name, description, inputSchema, quotesText, change }: Definition<Schema>,
): AgentTool {
  async function stageOne(input: z.output<Schema>, context: ToolContext): Promise<ToolResult> {
    const known = stage.stagedBy(context);
    if (known !== undefined) return { ok: true, text: stagedText(known, []) };
    refuseIllFormed(input);
    const place = await editablePlace(context.folder, input.path, context.signal);
    const onDisk = await currentText(place.path, place.shown);
    if (onDisk !== null) await refuseReadOnly(place.path, place.shown);
    const withheld = isWithheld(context, place);
    if (withheld && quotesText && onDisk !== null) throw new ToolError(withheldText(place));
    context.signal.throwIfAborted();
    const inStep = stage.fileInStep(context, place.shown);
    const base = inStep ? inStep.after : onDisk;
    const after = change(base, input, place.shown);
    if (after !== null) refuseTooLarge(after, place.shown);
    if (base === after && !withheld) throw new ToolError(noChange(place));
    const before = inStep ?? (await fileAsItIs(place, onDisk));
    const file = { ...before, ...noticed(place, withheld, inStep), after };
    const { action, superseded } = stage.stage(context, name, file);
    return { ok: true, text: stagedText(action, superseded) };
  }

  return toolOf({
    name,
    kind: 'preview',
    description,
    inputSchema,
    async run(input, context) {
      try {
        return await stage.exclusively(context.workspaceId, () => stageOne(input, context));
      } catch (error) {
        context.signal.throwIfAborted();
        const text = error instanceof ToolError ? error.message : diskProblem(error);
        if (text === undefined) throw error;
        return { ok: false, text };
      }
    },
  });
}

/** A file before anything is done to it, and what bringing it back takes. */
async function fileAsItIs({ root, path, shown }: Place, before: string | null): Promise<StagedFile> {
  const file = { path: shown, before, after: before };
  if (before === null) return { ...file, folders: await missingFolders(root, shown) };
  return { ...file, mode: (await stat(path)).mode & 0o7777 };
}

/** The folders on the way to a file that are not there, relative to the workspace folder. */
async function missingFolders(root: string, shown: string): Promise<string[]> {
  const names = shown.split('/').slice(0, -1);
  const ways = names.map((_, index) => names.slice(0, index + 1).join('/'));
  const found = await Promise.all(ways.map((way) => stat(join(root, way)).catch(() => undefined)));
  return ways.filter((_, index) => found[index] === undefined);
}

/**
 * Returns the marks of a file that deserves a second look, by every name that it was staged under, and
 * whether it is kept from the model.
 */
function noticed({ shown, asked }: Place, withheld: boolean, inStep: StagedFile | undefined) {
  const found = new Set([...marksOf(shown, asked), ...(inStep?.marks ?? [])]);
  const marks = fileMarkSchema.options.filter((mark) => found.has(mark));
  return { ...(marks.length > 0 && { marks }), ...(withheld && { withheld: true as const }) };
}

function noChange({ shown }: Place): string {
  return `${shown} already is like that. There is nothing to change.`;
}

function stagedText({ shown }: StoredAction, superseded: readonly StoredAction[]): string {
  const older = superseded.map(
    ({ shown: { label } }) => `\nThis takes the place of the preview “${label}”, which was not applied.`,
  );
  return `Preview: ${shown.label}. Nothing is written yet.${older.join('')}`;
}
