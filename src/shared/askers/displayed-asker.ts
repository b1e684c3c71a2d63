import { textPieces, visibleText } from '../hidden-characters.ts';
import { readsAsParley } from '../reads-as-parley.ts';
import { knownClient } from './known-clients.ts';

/** An asker as it calls itself; `title` is its display name. */
export type ClientInfo = { name: string; title?: string | undefined; version?: string | undefined };

/** An asker as cards and the ledger name it. */
export type DisplayedAsker = { name: string; version?: string };

/** For askers without a name that can be shown. */
export const neutralNames = { mcp: 'An MCP client', command: 'A command' } as const;

const longestName = 100;
const longestVersion = 50;

/**
 * Returns the display name of an asker: a known client's proper name, any other as it calls itself, on one line,
 * shortened, with hidden characters as codes. An asker without a name, or whose name reads as Parley, gets the
 * neutral name.
 */
export function displayedAsker(
  { name, title = '', version = '' }: ClientInfo,
  neutral: (typeof neutralNames)[keyof typeof neutralNames],
): DisplayedAsker {
  const given = knownClient(name)?.name ?? (isSeen(title) ? title : name);
  if (!isSeen(given) || readsAsParley(given)) return { name: neutral };
  const shown = shownAs(given, longestName);
  if (!isSeen(version) || readsAsParley(given + version)) return { name: shown };
  return { name: shown, version: shownAs(version, longestVersion) };
}

function isSeen(text: string): boolean {
  return textPieces(text, 'line').some((piece) => piece.kind === 'shown' && piece.text.trim() !== '');
}

function shownAs(text: string, longest: number): string {
  const line = visibleText(text.trim().replaceAll(/[ \t\r\n]+/g, ' '), 'line');
  if (line.length <= longest) return line;
  let kept = '';
  for (const { segment } of new Intl.Segmenter('en').segment(line.slice(0, 2 * longest))) {
    if (kept.length + segment.length >= longest) break;
    kept += segment;
  }
  return `${kept}…`;
}
