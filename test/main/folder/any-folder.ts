import { DataFolder } from '../../../src/main/folder/data-folder.ts';
import type { ChatFolder } from '../../../src/main/folder/chat-folder.ts';
import { GitIgnores } from '../../../src/main/folder/ignore-rules.ts';
import { gitEnvironment } from '../permissions/git-plants.ts';

/** The folder at a path, whichever it is, of a Parley whose data folder is elsewhere. */
export const anyFolder = (path: string): ChatFolder => ({
  path,
  identity: null,
  dataFolder: elsewhere,
  ignores: new GitIgnores(gitEnvironment),
});

/** A data folder that no test has its files in. */
export const elsewhere = new DataFolder('/nowhere/parley');
