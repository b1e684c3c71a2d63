import { posix } from 'node:path';
import { marksOf } from '../../shared/files/file-marks.ts';
import { mentionOf } from '../../shared/transcript/mentions.ts';
import { type Place, shownName } from './workspace-path.ts';

/** The files that the person mentioned in the chat, relative to its folder. */
type Mentions = { mentions: () => readonly string[] };

/** True when the person mentioned a file in the chat. `shown` is its path with every link resolved. */
export function isMentioned({ mentions }: Mentions, shown: string): boolean {
  return mentions().some((path) => plain(path) === plain(shown));
}

/**
 * True when the content of a file is kept from a model: it may hold secrets, by any of its names, and nobody
 * mentioned it.
 */
export function isWithheld(context: Mentions, { shown, asked }: Pick<Place, 'shown' | 'asked'>): boolean {
  return marksOf(shown, asked).includes('holds-secrets') && !isMentioned(context, shown);
}

/** Returns the text for a model in place of such a file. */
export function withheldText({ shown }: Pick<Place, 'shown'>): string {
  return `${shownName(shown)} may hold secrets, so it is read only where the person mentioned it. If you need it, ask them to write ${shownName(mentionOf(shown))} in a message.`;
}

/** macOS gives a name back in another form of Unicode than it was typed in. */
function plain(path: string): string {
  return posix.normalize(path).normalize('NFC');
}
