import { posix } from 'node:path';
import { marksOf } from '../../shared/files/file-marks.ts';
import type { Place } from './workspace-path.ts';

/** The files that the person mentioned in the chat, relative to its folder. */
type Mentions = { mentions: () => readonly string[] };

/** True when the person mentioned a file in the chat. `shown` is its path with every link resolved. */
export function isMentioned({ mentions }: Mentions, shown: string): boolean {
  return mentions().some((path) => plain(path) === plain(shown));
}

/**
 * True when the content of a file is kept from a model: it may hold secrets, by any of its names, and nobody
 * mentioned it. The person may permit to read it.
 */
export function isWithheld(context: Mentions, { shown, asked }: Pick<Place, 'shown' | 'asked'>): boolean {
  return marksOf(shown, asked).includes('holds-secrets') && !isMentioned(context, shown);
}

/** macOS gives a name back in another form of Unicode than it was typed in. */
function plain(path: string): string {
  return posix.normalize(path).normalize('NFC');
}
