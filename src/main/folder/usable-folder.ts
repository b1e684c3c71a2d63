import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, parse, resolve } from 'node:path';
import { errorCode } from '../../shared/thrown-error.ts';
import type { Problem } from '../../shared/workspace/turn-state.ts';
import { spelledOnDisk } from './disk-spelling.ts';
import { type DataFolder, exampleFolder } from './data-folder.ts';
import type { ChatFolder } from './chat-folder.ts';
import { isKnownFolderNow } from './folder-handle.ts';

/** `problem` explains to a person why a folder can't be worked in. */
export class FolderUnusable extends Error {
  override readonly name = 'FolderUnusable';
  readonly folder: string;
  readonly problem: string;

  constructor(folder: string, problem: string) {
    super(`${folder}: ${problem}`);
    this.folder = folder;
    this.problem = problem;
  }
}

/** Returns the absolute path of a named folder, `~` for the home. Throws FolderUnusable. */
export function usableFolder(named: string): string {
  const trimmed = named.trim();
  const path = trimmed === '~' || trimmed.startsWith('~/') ? join(homedir(), trimmed.slice(1)) : trimmed;
  if (!isAbsolute(path)) throw new FolderUnusable(named, 'Give the whole path, beginning at the root.');
  const folder = spelledOnDisk(resolve(path));
  const problem = folderProblem(folder);
  if (problem !== undefined) throw new FolderUnusable(folder, problem);
  return folder;
}

/** The same for a chat's folder: throws FolderUnusable for Parley's data folder too. */
export function usableForChat(named: string, dataFolder: DataFolder): string {
  const folder = usableFolder(named);
  if (dataFolder.refuses(folder)) throw new FolderUnusable(folder, `${own} Choose another one.`);
  return folder;
}

/** Makes a private folder if it is missing; returns its path. */
export function makeFolder(folder: string): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}

/** Returns the problem of a chat whose folder is unusable or was replaced; undefined for none. */
export function folderTrouble(folder: ChatFolder): Problem | undefined {
  const kept = 'Everything in this chat is kept, your message too.';
  const problem = folderProblem(folder.path);
  if (folder.dataFolder.refuses(folder.path))
    return {
      topic: 'folder',
      what: `The folder ${folder.path} cannot be used. ${own}`,
      kept,
      todo: 'Start a chat on another folder.',
      remedies: [],
    };
  if (problem === undefined && !isKnownFolderNow(folder))
    return {
      topic: 'folder',
      what: `The folder ${folder.path} is not the one this chat was opened on.`,
      kept,
      todo: 'Put the first one back and retry, or open this one with Open a folder.',
      remedies: [{ type: 'resume', verb: 'retry' }],
    };
  if (problem === undefined) return undefined;
  return {
    topic: 'folder',
    what: `The folder ${folder.path} cannot be used. ${problem}`,
    kept,
    todo: 'Put the folder back and retry, or start a chat on another folder.',
    remedies: [{ type: 'resume', verb: 'retry' }],
  };
}

const own = 'Parley keeps its keys and its tools there, so no agent works in it.';

/** Returns a sentence for a person about why a folder can't be worked in; undefined if it can. */
function folderProblem(folder: string): string | undefined {
  try {
    return statSync(folder).isDirectory() ? undefined : 'This is a file, not a folder.';
  } catch (error) {
    return errorCode(error) === 'EACCES' ? 'This folder may not be read.' : 'There is no such folder.';
  }
}

/** A small project to try Parley on, by file path. */
const example = {
  'package.json': `${JSON.stringify(
    {
      name: 'bird-notes',
      version: '0.1.0',
      type: 'module',
      scripts: { start: 'node src/main.js', test: 'node --test' },
    },
    null,
    2,
  )}\n`,
  'src/main.js': `import { count } from './count.js';\n\nconst notes = ['robin', 'wren', 'robin'];\nfor (const [bird, times] of count(notes)) console.log(bird, times);\n`,
  'src/count.js': `/** How often each word occurs. */\nexport function count(words) {\n  const counts = new Map();\n  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);\n  return counts;\n}\n`,
  'test/count.test.js': `import assert from 'node:assert';\nimport { test } from 'node:test';\nimport { count } from '../src/count.js';\n\ntest('words are counted', () => {\n  assert.equal(count(['wren', 'wren']).get('wren'), 2);\n});\n`,
};

/**
 * Returns a folder to begin in: the wished one, unless it is a whole home or disk, empty or unreadable; else an
 * example project, which is written into the data folder.
 */
export function suggestFolder(wished: string, dataDir: string): string {
  if (isSuitable(wished)) return wished;
  const folder = join(dataDir, exampleFolder);
  try {
    for (const [path, text] of Object.entries(example)) {
      const file = join(folder, path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
    }
    return folder;
  } catch (error) {
    return isThere(error) ? folder : wished;
  }
}

function isSuitable(wished: string): boolean {
  const folder = resolve(wished);
  if (folder === resolve(homedir()) || folder === parse(folder).root) return false;
  try {
    return readdirSync(folder).length > 0;
  } catch {
    return false;
  }
}

/** True when a file of an earlier start exists, which is left as it is. */
function isThere(error: unknown): boolean {
  return errorCode(error) === 'EEXIST';
}
