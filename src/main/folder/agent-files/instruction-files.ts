import { dirname, join, relative, sep } from 'node:path';
import type { InstructionFile } from '../../../shared/contract/app-contract.ts';
import type { DataFolder } from '../data-folder.ts';
import { repositoryRoot } from '../git-repository.ts';
import { readInside } from './read-inside.ts';

/** Of each folder the first file that can be read counts. */
const names = ['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.github/copilot-instructions.md'];

/** How much of them a model gets, in bytes; the nearest files first. */
const mostBytes = 65_536;

type Instructions = { files: InstructionFile[]; text: string };

/**
 * Reads the current instructions for agents from the repository's root down to a folder, the nearest last;
 * outside of a repository only the folder's own. Paths are relative to the folder.
 */
export async function readInstructions(folder: string, dataFolder: DataFolder): Promise<Instructions> {
  const root = repositoryRoot(folder) ?? folder;
  const files: InstructionFile[] = [];
  const texts: string[] = [];
  let left = mostBytes;
  for (const place of placesUpTo(folder, root)) {
    for (const name of names) {
      const path = relative(folder, join(place, name)).split(sep).join('/');
      const read = await readInside({ root, dataFolder }, join(place, name), left);
      if (read.type === 'missing') continue;
      if (read.type !== 'text') {
        files.unshift({ path, bytes: null, state: read.type });
        continue;
      }
      const { text, whole, bytes } = read;
      files.unshift({ path, bytes, state: whole ? 'whole' : text === '' ? 'left-out' : 'cut' });
      if (text.trim() !== '') texts.unshift(`<instructions file="${path}">\n${text.trim()}\n</instructions>`);
      left -= Buffer.byteLength(text);
      break;
    }
  }
  return { files, text: texts.join('\n\n') };
}

/** Returns the folder and those around it up to the root, nearest first. */
function placesUpTo(folder: string, root: string): string[] {
  const places = [folder];
  for (let at = folder; at !== root && dirname(at) !== at; ) {
    at = dirname(at);
    places.push(at);
  }
  return places;
}
