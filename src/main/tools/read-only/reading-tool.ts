import { lstat } from 'node:fs/promises';
import type { z } from 'zod';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';
import { belongsToGit } from '../../../shared/files/protected-files.ts';
import type { ToolContext } from '../../chat/chat-history.ts';
import { type AgentTool, type ToolDefinition, toolOf } from '../tool.ts';
import { diskProblem } from '../../folder/apply-edit.ts';
import { ignoredText } from '../../folder/ignore-rules.ts';
import { ToolError } from '../../folder/file-content.ts';
import { isMentioned, isWithheld } from '../../folder/withheld.ts';
import { locate, type WorkspacePath } from '../../folder/workspace-path.ts';
import { refusedToRead } from '../permit-reading.ts';

/** Makes a tool that only looks. A problem with the input or the disk is a failed result; an abort throws. */
export function readingTool<Schema extends z.ZodType>(
  definition: Omit<ToolDefinition<Schema>, 'kind'>,
): AgentTool {
  return toolOf({
    ...definition,
    kind: 'plain',
    async run(input, context) {
      try {
        return await definition.run(input, context);
      } catch (error) {
        context.signal.throwIfAborted();
        const problem = error instanceof ToolError ? error.message : diskProblem(error);
        if (problem === undefined) throw error;
        return failed(problem);
      }
    },
  });
}

/**
 * Like `locate`, but also refuses git's own files, and ignored ones unless the person mentioned them. A file that
 * may hold secrets needs a mention as well, or the person's permission.
 */
export async function locateReadable(context: ToolContext, path: string): ReturnType<typeof locate> {
  const located = await locate(context.folder, path);
  if (!located.ok) return located;
  const { resolved } = located;
  if (await isWithheldFile(context, resolved)) return permittedPlace(context, resolved, path);
  const error = await refusal(resolved, context);
  return error === undefined ? located : { ok: false, error };
}

async function isWithheldFile(context: ToolContext, place: WorkspacePath): Promise<boolean> {
  return !belongsToGit(place.shown) && isWithheld(context, place) && !(await lstat(place.path)).isDirectory();
}

/** Asks for a file that may hold secrets, then looks it up again: it may have been swapped meanwhile. */
async function permittedPlace(
  context: ToolContext,
  { shown }: WorkspacePath,
  path: string,
): ReturnType<typeof locate> {
  const error = await refusedToRead(context, shown);
  if (error !== undefined) return { ok: false, error };
  const located = await locate(context.folder, path);
  const isSame = located.ok && located.resolved.shown === shown;
  return isSame || !located.ok ? located : { ok: false, error: `${path} has become another file meanwhile.` };
}

async function refusal(place: WorkspacePath, context: ToolContext): Promise<string | undefined> {
  const { path, shown } = place;
  if (belongsToGit(shown)) return `${shown} belongs to git itself and is left alone.`;
  const isFolder = (await lstat(path)).isDirectory();
  if (!isFolder && isMentioned(context, shown)) return undefined;
  const down = await context.folder.ignores.downTo(place, isFolder, context.signal);
  if (!('ignored' in down)) return undefined;
  return `${ignoredText(down)} If you need it, ask the person for the part that matters.`;
}

export function failed(text: string): ToolResult {
  return { ok: false, text };
}
