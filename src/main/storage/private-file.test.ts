import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { writePrivateFile } from './private-file.ts';

test.each([
  ['a new file', undefined],
  ['a file that others could read', 'companion.json'],
  ['a file of which a crash left a draft that others could read', `companion.json.${process.pid}.new`],
])('%s is readable by this person only, whatever the umask', async (_name, before) => {
  const folder = temporaryFolder();
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  if (before !== undefined) {
    writeFileSync(join(folder, before), 'old');
    chmodSync(join(folder, before), 0o644);
  }
  const file = join(folder, 'companion.json');
  await writePrivateFile(file, 'secret');
  expect(readFileSync(file, 'utf8')).toBe('secret');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['companion.json']);
});
