import { ToolError } from './file-content.ts';

/** A lone surrogate. */
const lone = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/**
 * Returns a sentence about why a text can't go into a file; undefined if it can. A lone surrogate has no UTF-8
 * form, so the file would silently hold something else. `where` names the text for the reader.
 */
export function illFormed(where: string, text: string): string | undefined {
  if (text.isWellFormed()) return undefined;
  const code = lone.exec(text)?.[0].charCodeAt(0).toString(16).toUpperCase() ?? '';
  return `${where} has half of a character (U+${code} without its other half), which no file can hold.`;
}

/** Throws a ToolError for lone surrogates anywhere in a tool's input, naming the field. */
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
