import { rulesDownTo } from '../../agent/read-only/ignore-rules.ts';
import { locateWritable, type Place, shownName } from '../../agent/read-only/workspace-path.ts';
import { ToolError } from '../tool-error.ts';

/**
 * Where a file of a chat's folder may be written. Throws a ToolError for a path that leads outside,
 * also over a link, for git's own files, and for what .gitignore covers.
 */
export async function editablePlace(folder: string, path: string, signal: AbortSignal): Promise<Place> {
  const located = await locateWritable(folder, path);
  if (!located.ok) throw new ToolError(located.error);
  const { root, shown } = located.place;
  const name = shownName(shown);
  if (shown === '')
    throw new ToolError(`${shownName(path)} is a folder, not a text file, so it is left alone.`);
  if (shown.split('/').includes('.git'))
    throw new ToolError(`${name} belongs to git itself and is left alone.`);
  const down = await rulesDownTo(root, shown, false, signal);
  if ('ignored' in down) throw new ToolError(`${down.ignored} is covered by .gitignore and is left alone.`);
  return located.place;
}
