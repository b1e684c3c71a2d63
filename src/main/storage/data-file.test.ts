import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { createKeyStore } from '../keys/key-store.ts';
import { createLogger } from '../log.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { testApp } from '../../../test/main/test-app.ts';
import { readDataFile } from './data-file.ts';

const kinds: readonly [kind: string, make: (path: string) => unknown][] = [
  ['a pipe, not a file', (path) => execFileSync('mkfifo', [path])],
  ['a folder, not a file', (path) => mkdirSync(path)],
  ['a link that leads nowhere', (path) => symlinkSync('/nowhere/at/all', path)],
  ['a device, not a file', (path) => symlinkSync('/dev/zero', path)],
  [
    'a socket, not a file',
    async (path) => {
      const server = createServer().listen(path);
      await once(server, 'listening');
      onTestFinished(() => void server.close());
    },
  ],
];

const names = [
  'companion.lock',
  'companion.lock-journal',
  'companion.json',
  'host.json',
  'keys.json',
  'agent-keys.json',
  'sign-ins.json',
  'client-tokens.json',
  'agents.json',
  'mcp.json',
  'window.json',
  'mcp-servers.running',
  'tools.processes',
  'parley.log',
  'parley.db',
  'parley.db-wal',
  'parley.db-shm',
  'parley.db-journal',
  'parley.db-suspect',
  'parley.db.recovered',
];

/** A process of its own, since a start that waits for a pipe waits with everything else in its process. */
function startElsewhere() {
  const child = fork(
    fileURLToPath(new URL('../../../test/main/storage/claiming-start.ts', import.meta.url)),
    {
      execArgv: ['--no-warnings'],
    },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  const ready = once(child, 'message');
  return async (dataDir: string) => {
    await ready;
    const answer = once(child, 'message');
    child.send({ claim: dataDir });
    return z
      .tuple([z.object({ status: z.string(), problem: z.string().optional() })])
      .rest(z.unknown())
      .parse(await answer)[0];
  };
}

describe.runIf(process.platform !== 'win32')('in the place of a file of the data folder', () => {
  it.each(kinds)('%s is named at the start, whichever the file, and stays', async (kind, make) => {
    const start = startElsewhere();
    for (const name of names) {
      const dataDir = temporaryFolder();
      const path = join(dataDir, name);
      await make(path);
      expect(await start(dataDir)).toEqual({
        status: 'failed',
        problem: `${path} is ${kind}. Move it away, then start Parley again.`,
      });
      expect(readdirSync(dataDir)).toEqual([name]);
    }
  });

  it('a link to a file is that file', async () => {
    const [dataDir, elsewhere] = [temporaryFolder(), temporaryFolder()];
    writeFileSync(join(elsewhere, 'mine'), '{}');
    symlinkSync(join(elsewhere, 'mine'), join(dataDir, 'keys.json'));
    expect(await startElsewhere()(dataDir)).toMatchObject({ status: 'claimed' });
    expect(createKeyStore(dataDir).names()).toEqual([]);
  });

  it('a pipe that came later is waited for by nobody', () => {
    const dataDir = temporaryFolder();
    execFileSync('mkfifo', [join(dataDir, 'parley.log'), join(dataDir, 'mcp.json')]);
    createLogger({ file: join(dataDir, 'parley.log'), level: 'info', now: () => 0 }).info('started');
    expect(() => readDataFile(join(dataDir, 'mcp.json'))).toThrow('is a pipe, not a file');
  });
});

it.runIf(process.getuid?.() === 0)('a file that this person may not read is left alone, and named', () => {
  const dataDir = temporaryFolder();
  const file = join(dataDir, 'keys.json');
  writeFileSync(file, '{}');
  chmodSync(file, 0);
  chownSync(dataDir, 65_534, 65_534);
  process.seteuid?.(65_534);
  onTestFinished(() => process.seteuid?.(0));
  expect(() => createKeyStore(dataDir)).toThrow(`${file} can’t be read. Check its permissions.`);
  expect(readdirSync(dataDir)).toEqual(['keys.json']);
});

describe('a damaged file', () => {
  it('of keys is set aside beside the earlier ones, and the window says so', async () => {
    const dataDir = temporaryFolder();
    for (const content of ['first', 'second', '{"openai":1}']) {
      writeFileSync(join(dataDir, 'keys.json'), content);
      const { app, close } = testApp(dataDir, {});
      expect(app.state().about.startMessage).toContain(
        'The providers’ keys could not be read: enter them again',
      );
      await close();
    }
    const kept = ['keys.json.damaged', 'keys.json.damaged-2', 'keys.json.damaged-3'];
    expect(kept.map((name) => readFileSync(join(dataDir, name), 'utf8'))).toEqual([
      'first',
      'second',
      '{"openai":1}',
    ]);
  });
});
