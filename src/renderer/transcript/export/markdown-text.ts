import { visibleText } from '../../../shared/hidden-characters.ts';

/** A text between fences that nothing in it can end. */
export function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${visibleText(text)}\n${fence}`;
}

export function item(text: string): string {
  return `- ${visibleText(text).replaceAll('\n', '\n  ')}`;
}

export function inLine(text: string): string {
  return visibleText(text.replaceAll(/\s+/g, ' ').trim(), 'line');
}

export function blocks(...all: string[]): string {
  return all.filter((block) => block !== '').join('\n\n');
}
