import type { PutBack } from '../../shared/previews/preview.ts';
import { shownName } from '../folder/workspace-path.ts';

/** The text for an agent some of whose changes were put back. */
export function putBackText(files: readonly { path: string }[], { commit, what }: PutBack): string {
  const names = files.map(({ path }) => shownName(path)).join(', ');
  const done =
    what === 'file'
      ? `The user put ${names} back to how commit ${commit.slice(0, 10)} has it.`
      : `The user put one of the changes in ${names} back to how commit ${commit.slice(0, 10)} has it; the others stay.`;
  return [
    '<system-reminder>',
    `${done} Don't make that change again unless asked to, and read the file before you change it.`,
    '</system-reminder>',
  ].join('\n');
}
