import { visibleText } from '../../shared/hidden-characters.ts';

/** More than a notification shows, in UTF-16 units. */
const longestBody = 200;

/** The first half of a character at the end of a cut text. */
const loneHalf = /[\ud800-\udbff]$/;

/** Returns a text in one line that hides nothing, and ends with “…” where it is cut to what a notification shows. */
export function noticeBody(text: string): string {
  const line = visibleText(text, 'line');
  return line.length <= longestBody ? line : `${line.slice(0, longestBody - 1).replace(loneHalf, '')}…`;
}

/** Returns the same of a Markdown text, without its marks. The parser is loaded with the first one. */
export async function markdownNoticeBody(markdown: string): Promise<string> {
  const { plainText } = await import('../../shared/markdown/plain-text.ts');
  return noticeBody(plainText(markdown));
}
