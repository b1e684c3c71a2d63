import { posix } from 'node:path';
import { protectionsOf } from '../../shared/files/protected-files.ts';
import type { WorkspacePath } from './workspace-path.ts';

/** Files that the person mentioned in the chat, relative to its folder. */
type Mentions = { mentions: () => readonly string[] };

/** True when the person mentioned a file. `shown` is its path with every link resolved. */
export function isMentioned({ mentions }: Mentions, shown: string): boolean {
  return mentions().some((path) => plain(path) === plain(shown));
}

/**
 * True when a file may hold secrets, by any of its names, and nobody mentioned it; its content is kept from a
 * model unless the person permits it.
 */
export function isWithheld(
  context: Mentions,
  { shown, asked }: Pick<WorkspacePath, 'shown' | 'asked'>,
): boolean {
  return protectionsOf(shown, asked).includes('holds-secrets') && !isMentioned(context, shown);
}

/** macOS returns a name in another Unicode form than it was typed. */
function plain(path: string): string {
  return posix.normalize(path).normalize('NFC');
}
