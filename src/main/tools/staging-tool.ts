import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { everyFileMark } from '../../shared/files/file-mark.ts';
import { marksOf } from '../../shared/files/file-marks.ts';
import type { ToolContext } from '../chat/chat-history.ts';
import { diskProblem } from '../folder/disk-problem.ts';
import { refuseIllFormed } from '../folder/ill-formed.ts';
import { ToolError } from '../folder/tool-error.ts';
import type { Place } from '../folder/workspace-path.ts';
import type { StageEdits } from '../previews/edits/stage-edits.ts';
import type { StagedFile, StoredAction } from '../storage/action-store.ts';
import { type AgentTool, toolOf } from './tool.ts';

/**
 * The files that a call would change, and its label where it is shown in a preview of its own; `notes` are
 * sentences for the model.
 */
export type StagedChange = { files: StagedFile[]; label?: string; notes?: readonly string[] };

type Definition<Schema extends z.ZodType> = {
  name: string;
  description: string;
  inputSchema: Schema;
  isAvailable?: () => boolean;
  /** Returns what is to be staged; throws a ToolError. */
  change(input: z.output<Schema>, context: ToolContext): Promise<StagedChange>;
};

/** The end of the description of every tool that stages. */
export const staged = 'Nothing is written until the person applies the preview.';

/** A tool that stages a change of files and shows it; what is wrong with the input or the disk is a failed result. */
export function stagingTool<Schema extends z.ZodType>(
  stage: StageEdits,
  { change, isAvailable, ...definition }: Definition<Schema>,
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

/** A file at its place: as it is on the disk, as the calls of the same step left it, and as it is to be. */
type Version = {
  onDisk: string | null;
  inStep: StagedFile | undefined;
  after: string | null;
  /** True when its content is kept from the model. */
  withheld: boolean;
};

/** Returns a file as it is staged, with its marks and with what bringing it back takes. */
export async function stagedFile(
  place: Place,
  { onDisk, inStep, after, withheld }: Version,
): Promise<StagedFile> {
  const before = inStep ?? (await fileAsItIs(place, onDisk));
  return { ...before, ...noticed(place, withheld, inStep), after };
}

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
  const marks = everyFileMark.filter((mark) => found.has(mark));
  return { ...(marks.length > 0 && { marks }), ...(withheld && { withheld: true as const }) };
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
