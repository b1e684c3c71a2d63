import { ToolError } from './file-content.ts';

/** A surrogate without its other half. */
const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * Returns a sentence why a text can't become part of a file; undefined for any that can. A lone surrogate has
 * no bytes in UTF-8, so a file would silently hold something else. `where` is the reader's name for the text.
 */
export function illFormed(where: string, text: string): string | undefined {
  if (text.isWellFormed()) return undefined;
  const code = lone.exec(text)?.[0].charCodeAt(0).toString(16).toUpperCase() ?? '';
  return `${where} has half of a character (U+${code} without its other half), which no file can hold.`;
}

/** Throws a ToolError where any text of a tool's input has half of a character; it names the text by its way there. */
export function refuseIllFormed(value: unknown, where = ''): void {
  if (typeof value === 'string') {
    const problem = illFormed(where, value);
    if (problem !== undefined) throw new ToolError(`${problem} Write the whole character and try again.`);
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) refuseIllFormed(item, `${where}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      refuseIllFormed(item, where === '' ? key : `${where}.${key}`);
  }
}
