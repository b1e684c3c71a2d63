import { escapeMarkdown, literalQuote } from '../../../../shared/literal-markdown.ts';

/** Returns a text so that Markdown shows exactly it: inline, or as a quote if it has several lines. */
export function quoteInMarkdown(text: string): string {
  if (!text.includes('\n')) return `“${escapeMarkdown(text)}”`;
  return `\n\n${literalQuote(text)}\n`;
}

/** Returns inline code; the fence is longer than any run of backticks in it. */
export function codeInMarkdown(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${text}${space}${fence}`;
}

/** Returns up to five paths as a list in a sentence. */
export function codesInMarkdown(paths: readonly string[]): string {
  const shown = paths.slice(0, 5).map(codeInMarkdown);
  const last = shown.at(-1) ?? '';
  return shown.length < 2 ? last : `${shown.slice(0, -1).join(', ')} and ${last}`;
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.replaceAll('```', '` ` `')}\n\`\`\``;
}

/** Returns the start of a text on one line, cut at a word where possible. */
export function inShort(text: string, length: number): string {
  const line = text.trim().replace(/\s+/g, ' ');
  if (line.length <= length) return line;
  const cut = line.slice(0, length);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), length - 20)).trimEnd()}…`;
}
