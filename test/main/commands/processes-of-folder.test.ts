import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { processesOfFolder } from './processes-of-folder.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const ways: [string, (folder: string) => ChildProcess][] = [
  ['command', (folder) => spawn('sh', ['-c', 'echo; read line', folder])],
  ['environment', (folder) => spawn('sh', ['-c', 'echo; read line'], { env: { FOLDER: `${folder}/data` } })],
  ['working folder', (folder) => spawn('sh', ['-c', 'echo; read line'], { cwd: folder })],
];

test.runIf(process.platform === 'linux').each(ways)(
  'a process that has a folder as its %s is named until it ends',
  async (_, start) => {
    const folder = temporaryFolder();
    const child = start(folder);
    if (child.stdout !== null) await once(child.stdout, 'data');
    expect(processesOfFolder(folder)).toEqual([expect.stringMatching(`^${child.pid} sh -c echo; read line`)]);
    const closed = once(child, 'close');
    child.kill();
    await closed;
    expect(processesOfFolder(folder)).toEqual([]);
  },
);
