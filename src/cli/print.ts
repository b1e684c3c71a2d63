import { visibleJson, visibleText } from '../shared/hidden-characters.ts';

/** Prints to standard error, with hidden characters as codes. */
export function printToPerson(text: string): void {
  process.stderr.write(visibleText(lineOf(text)));
}

/**
 * Prints a result to standard output: exact into a pipe or file, with hidden characters as codes on a terminal.
 */
export function printResult(text: string): void {
  process.stdout.write(process.stdout.isTTY ? visibleText(text) : text);
}

/** Prints JSON to standard output, with hidden characters as escapes. */
export function printJson(json: string): void {
  process.stdout.write(visibleJson(lineOf(json)));
}

const lineOf = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);
