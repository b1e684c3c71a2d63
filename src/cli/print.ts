import { visibleJson, visibleText } from '../shared/hidden-characters.ts';

/** Prints words for a person to standard error; hidden characters in them stand as their codes. */
export function printToPerson(text: string): void {
  process.stderr.write(visibleText(lineOf(text)));
}

/**
 * Prints a result to standard output: to the last character into a pipe or a file, and on a terminal with
 * hidden characters as their codes.
 */
export function printResult(text: string): void {
  process.stdout.write(process.stdout.isTTY ? visibleText(text) : text);
}

/** Prints JSON to standard output, whose hidden characters stand as escapes. */
export function printJson(json: string): void {
  process.stdout.write(visibleJson(lineOf(json)));
}

const lineOf = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);
