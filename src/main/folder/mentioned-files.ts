import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { mentionedPaths } from '../../shared/transcript/mentions.ts';

/** A message that mentions more is not a message about files. */
const maxMentions = 50;

/** The paths in a message that name files of the folder; a link counts as what it is, not where it leads. */
export function mentionedFiles(folder: string, text: string): string[] {
  return mentionedPaths(text)
    .slice(0, 2 * maxMentions)
    .filter((path) => isInside(path) && isFile(join(folder, path)))
    .slice(0, maxMentions);
}

function isInside(path: string): boolean {
  return !path.startsWith('/') && !path.split(/[/\\]/).includes('..');
}

function isFile(path: string): boolean {
  try {
    return lstatSync(path).isFile();
  } catch {
    return false;
  }
}
