import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readlinkSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { compileCache } from '../../../test/main/compile-cache.ts';
import { openWindow } from '../../../test/main/http/trial-window.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';

const start = join(import.meta.dirname, '../../../test/main/browser/browser-start.ts');

it.runIf(process.platform === 'linux')(
  'works in its data folder, and suggests the folder that it was started in',
  async () => {
    const [dataDir, project] = [temporaryFolder(), realpathSync(temporaryFolder())];
    writeFileSync(join(project, 'package.json'), '{}');
    const env = { PATH: process.env['PATH'], HOME: dataDir, NODE_COMPILE_CACHE: compileCache };
    const host = spawn(process.execPath, ['--no-warnings', start, dataDir], {
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = once(host, 'exit');
    onTestFinished(async () => {
      host.kill();
      await exited;
    });
    const [line] = z.tuple([z.string()]).parse(await once(createInterface(host.stdout), 'line'));
    const { client } = await openWindow(line.replace('Parley is ready at ', ''));
    expect(readlinkSync(`/proc/${host.pid}/cwd`)).toBe(realpathSync(dataDir));
    for await (const item of await client.app.watch({})) {
      expect(item).toMatchObject({ type: 'snapshot', state: { about: { suggestedFolder: project } } });
      break;
    }
  },
);
