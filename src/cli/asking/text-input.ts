import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { messageOf } from '../../shared/thrown-error.ts';

/** A text that a command was given, or why there is none, for the person who ran it. */
export type TextInput = { text: string } | { problem: string };

/**
 * Reads a file, or standard input for `-` or nothing. Text is UTF-8, or UTF-16 where its first bytes say so, as what
 * Windows PowerShell writes; a byte order mark is no part of it.
 */
export async function readTextInput(file: string | undefined): Promise<TextInput> {
  const isFile = file !== undefined && file !== '-';
  try {
    const bytes = isFile ? await readFile(file) : await buffer(process.stdin);
    return (
      textIn(bytes) ?? { problem: `${isFile ? file : 'The input'} is not text in UTF-8. Save it as that.` }
    );
  } catch (error) {
    return { problem: `${isFile ? file : 'The input'} cannot be read (${messageOf(error)}).` };
  }
}

function textIn(bytes: Buffer): TextInput | undefined {
  try {
    return { text: new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes) };
  } catch {
    return undefined;
  }
}

function encodingOf([first, second]: Buffer): string {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}
