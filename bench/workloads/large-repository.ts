import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Makes a repository of 50,000 committed files, a hundred in a folder. */
export async function makeLargeRepository(root: string): Promise<void> {
  for (let folder = 0; folder < 500; folder += 1) {
    const at = join(root, `package-${folder % 20}`, `module-${folder}`);
    await mkdir(at, { recursive: true });
    const texts = Array.from({ length: 100 }, (_, file) => `export const value = ${folder * 100 + file};\n`);
    await Promise.all(texts.map((text, file) => writeFile(join(at, `file-${file}.ts`), text)));
  }
  const git = (...args: string[]) => run('git', ['-C', root, ...args]);
  await git('init', '--quiet');
  await git('add', '--all');
  await git('-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '--quiet', '--message', 'all');
}
