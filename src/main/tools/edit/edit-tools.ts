import { z } from 'zod';
import type { ToolContext } from '../../chat/chat-history.ts';
import { currentText, refuseTooLarge, ToolError } from '../../folder/file-content.ts';
import { editText } from '../../folder/edit-text.ts';
import { withFormatOf } from '../../folder/line-ends.ts';
import { editableFile, refuseReadOnly } from '../../folder/writable-file.ts';
import { isWithheld } from '../../folder/withheld.ts';
import { stagedFile, type StageEdits } from '../../previews/edits/stage-edits.ts';
import { permitReading } from '../permit-reading.ts';
import { type AgentTool, toolOf } from '../tool.ts';
import { diskProblem } from '../../folder/apply-edit.ts';
import { refuseIllFormed } from '../../folder/ill-formed.ts';
import type { StagedFile, StoredAction } from '../../storage/action-store.ts';

const path = z.string().min(1).describe('A file, relative to the chat’s folder');

/** Returns the new text of a file, null for no file; throws a ToolError. */
type Change<Input> = (before: string | null, input: Input, name: string) => string | null;

type Definition<Schema extends z.ZodType<{ path: string }>> = {
  name: string;
  description: string;
  inputSchema: Schema;
  /** Set where failures quote the file's text. */
  quotesText?: true;
  change: Change<z.output<Schema>>;
};

/** The tools that change one of a chat's files; each stages its change. */
export function createEditTools(stage: StageEdits): AgentTool[] {
  return [
    oneFileTool(stage, {
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
    oneFileTool(stage, {
      name: 'write_file',
      description: `Make a text file, or give one a whole new content. ${staged}`,
      inputSchema: z.object({ path, content: z.string() }),
      change: (before, { content }) => withFormatOf(before, content),
    }),
    oneFileTool(stage, {
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

function oneFileTool<Schema extends z.ZodType<{ path: string }>>(
  stage: StageEdits,
  { quotesText, change, ...definition }: Definition<Schema>,
): AgentTool {
  return stagingTool(stage, {
    ...definition,
    async change(input: z.output<Schema>, context: ToolContext): Promise<StagedChange> {
      const place = await editableFile(context.folder, input.path, context.signal);
      const withheld = isWithheld(context, place);
      if (withheld && quotesText) await permitReading(context, place.shown);
      const onDisk = await currentText(place.path, place.shown);
      if (onDisk !== null) await refuseReadOnly(place.path, place.shown);
      const inStep = stage.fileInStep(context, place.shown);
      const base = inStep ? inStep.after : onDisk;
      const after = change(base, input, place.shown);
      if (after !== null) refuseTooLarge(after, place.shown);
      if (base === after && !withheld)
        throw new ToolError(`${place.shown} already is like that. There is nothing to change.`);
      return { files: [await stagedFile(place, { onDisk, inStep, after, withheld })] };
    },
  });
}

/**
 * The files that a call would change, and a label if it gets a preview of its own; `notes` are sentences for the
 * model.
 */
export type StagedChange = { files: StagedFile[]; label?: string; notes?: readonly string[] };

type StagingDefinition<Schema extends z.ZodType> = {
  name: string;
  description: string;
  inputSchema: Schema;
  isAvailable?: () => boolean;
  /** Returns what to stage; throws a ToolError. */
  change(input: z.output<Schema>, context: ToolContext): Promise<StagedChange>;
};

/** The end of the description of every tool that stages. */
export const staged = 'Nothing is written until the person applies the preview.';

/** Makes a tool that stages a change of files; a problem with the input or the disk is a failed result. */
export function stagingTool<Schema extends z.ZodType>(
  stage: StageEdits,
  { change, isAvailable, ...definition }: StagingDefinition<Schema>,
): AgentTool {
  async function run(input: z.output<Schema>, context: ToolContext): Promise<string> {
    const known = stage.stagedBy(context);
    if (known !== undefined) return stagedText(known, [], []);
    refuseIllFormed(input);
    const { files, label, notes = [] } = await change(input, context);
    context.signal.throwIfAborted();
    const { action, superseded } = stage.stage(context, definition.name, files, label);
    return stagedText(action, superseded, notes);
  }

  const tool = toolOf({
    ...definition,
    kind: 'preview',
    async run(input, context) {
      try {
        return { ok: true, text: await stage.exclusively(context.workspaceId, () => run(input, context)) };
      } catch (error) {
        context.signal.throwIfAborted();
        const text = error instanceof ToolError ? error.message : diskProblem(error);
        if (text === undefined) throw error;
        return { ok: false, text };
      }
    },
  });
  return isAvailable === undefined ? tool : { ...tool, isAvailable };
}

function stagedText(
  { shown }: StoredAction,
  superseded: readonly StoredAction[],
  notes: readonly string[],
): string {
  const older = superseded.map(
    ({ shown: { label } }) => `This takes the place of the preview “${label}”, which was not applied.`,
  );
  return [`Preview: ${shown.label}. Nothing is written yet.`, ...older, ...notes].join('\n');
}
