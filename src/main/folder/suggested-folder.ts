import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, parse, resolve } from 'node:path';
import { errorCode } from '../../shared/thrown-error.ts';

/** A small project to try Parley on, by the paths of its files. */
const example: Readonly<Record<string, string>> = {
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
 * A folder to begin in: the wished one, unless it is a whole home or disk, empty or can't be read.
 * Then an example project, which is put into the data folder.
 */
export function suggestFolder(wished: string, dataDir: string): string {
  if (isSuitable(wished)) return wished;
  const folder = join(dataDir, 'example-project');
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

/** True when writing stopped at a file of an earlier start, which is left as it is. */
function isThere(error: unknown): boolean {
  return errorCode(error) === 'EEXIST';
}
