import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { DataFolder } from '../folder/data-folder.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { git, repositoryIn } from '../../../test/main/worktrees/repository.ts';
import { elsewhere } from '../../../test/main/folder/any-folder.ts';
import { Confinement } from './confinement.ts';
import { textForModel } from './kept-lines.ts';
import { processesOf } from './processes.ts';
import { RunningCommand } from './running-command.ts';

const env = { ...process.env, PARLEY_CONFINEMENT: undefined };

/** The folders of tests, outside those for temporary files, which every command may write in. */
const place = join(import.meta.dirname, '../../../.cache/confinement');
mkdirSync(place, { recursive: true });
const dataDir = mkdtempSync(join(place, 'data-'));
writeFileSync(join(dataDir, 'companion.json'), 'the token');
const temporary = mkdtempSync(join(tmpdir(), 'parley-'));
const reports: unknown[] = [];
const confinement = new Confinement({
  env,
  dataFolder: new DataFolder(dataDir),
  temporary: [temporary],
  report: (error) => reports.push(error),
});
const { confined: canConfine } = await confinement.canConfine(place);
const why = canConfine ? '' : ' (left out: bubblewrap and socat are not here, or may not be used)';

afterAll(async () => {
  await confinement.close();
  for (const folder of [dataDir, temporary]) rmSync(folder, { recursive: true, force: true });
});

function folderOf(): string {
  const folder = mkdtempSync(join(place, 'folder-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

let count = 0;

async function start(line: string, root: string, hosts: string[] = [], by = confinement) {
  const free = { file: '/bin/sh', args: ['-c', line], env };
  const { program, ended } = await by.confine(free, root, { root, hosts });
  const marker = `confined-${process.pid}-${(count += 1)}`;
  const command = await RunningCommand.start({
    program,
    cwd: root,
    marker,
    confined: true,
    seconds: 30,
    now: () => 7,
  });
  const done = command.ended.then(({ ending, output }) => ({
    code: ending.type === 'exited' ? ending.code : ending.type,
    text: textForModel(output),
    refused: ended(ending, output),
  }));
  return { command, done, marker };
}

/** Resolves when a command says a word. */
async function said(command: RunningCommand, word: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = () => {
    if (command.output.shown().tail.some(({ text }) => text === word)) resolve();
  };
  command.output.subscribe(look);
  look();
  await promise;
}

async function run(line: string, root: string, hosts?: string[], by?: Confinement) {
  const { done } = await start(line, root, hosts, by);
  return done;
}

/** Tries to reach a port of this machine, and a host, by itself and by the proxy. */
const reachingScript = (port: number) => `
  const { get } = require('node:http');
  const tell = (name) => (answer) => console.log(name, answer.statusCode ?? answer.code);
  get('http://127.0.0.1:${port}', tell('port')).on('error', tell('port'));
  const proxy = new URL(process.env.HTTP_PROXY);
  const auth = Buffer.from(decodeURIComponent(proxy.username) + ':' + proxy.password).toString('base64');
  const headers = { 'proxy-authorization': 'Basic ' + auth, connection: 'close' };
  const by = (path, name) => get({ host: proxy.hostname, port: proxy.port, path, headers }, tell(name)).on('error', tell(name));
  by('http://127.0.0.1:${port}/', 'by the proxy');
  by('http://example.com/', 'a host');
`;

describe.runIf(canConfine)(`a confined command${why}`, () => {
  test('writes in its folder and in those for temporary files', async () => {
    const root = folderOf();
    const line = 'echo in > made && f=$(mktemp) && echo out > "$f" && rm "$f" && cat made';
    expect(await run(line, root)).toEqual({ code: 0, text: 'in', refused: undefined });
    expect(existsSync(join(root, 'made'))).toBe(true);
  });

  test('writes nowhere else, and what it was kept from is said', async () => {
    const [root, other] = [folderOf(), folderOf()];
    const { code, refused } = await run(`echo x > "${other}/made"`, root);
    expect([code === 0, refused]).toEqual([false, { hosts: [], network: false, files: true }]);
    expect(existsSync(join(other, 'made'))).toBe(false);
  });

  test('does not write through a link that leads out, nor what git keeps', async () => {
    const [root, other] = [folderOf(), folderOf()];
    mkdirSync(join(root, '.git/hooks'), { recursive: true });
    const line = `ln -s "${other}" out; echo x > out/made; echo x > .git/hooks/pre-commit; echo x > .git/index`;
    await run(line, root);
    const made = [join(other, 'made'), join(root, '.git/hooks/pre-commit'), join(root, '.git/index')];
    expect(made.map((path) => existsSync(path))).toEqual([false, false, false]);
  });

  test('does not write what git keeps of a worktree in its repository, wherever that lies', async () => {
    const origin = repositoryIn(join(mkdtempSync(join(temporary, 'origin-')), 'repository'));
    const root = join(folderOf(), 'tree');
    git(origin, 'worktree', 'add', '--quiet', '-b', 'topic', root);
    const common = join(origin, '.git');
    const { text } = await run(
      `echo x > "${common}/hooks/post-checkout"; echo x >> "${common}/config"; git commit -qam x --allow-empty; git log --format=%s`,
      root,
    );
    // What git prints and what it complains of come by two ways.
    expect(text.trim().split('\n')).toContain('one');
    expect(existsSync(join(common, 'hooks/post-checkout'))).toBe(false);
    expect(git(origin, 'rev-parse', 'topic')).toBe(git(origin, 'rev-parse', 'main'));
  });

  test('does not see into the data folder', async () => {
    const { text, code } = await run(`cat "${dataDir}/companion.json"; ls -A "${dataDir}"`, folderOf());
    expect([text.includes('the token'), code, text.includes('companion.json:')]).toEqual([false, 0, true]);
  });

  test('reaches no port of this machine, nor any host', async () => {
    const server = createServer((_, response) => response.end('reached')).listen(0, '127.0.0.1');
    onTestFinished(() => void server.close());
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const script = reachingScript(port);
    const { text, refused } = await run(
      `'${process.execPath}' -e "${script.replaceAll('$', '\\$')}"`,
      folderOf(),
    );
    expect(text).not.toContain('200');
    expect(text.split('\n').toSorted()).toEqual(['a host 403', 'by the proxy 403', 'port ECONNREFUSED']);
    expect(refused?.hosts.toSorted()).toEqual(['127.0.0.1', 'example.com']);
  });
});

describe.runIf(canConfine)(`a data folder within the folder of a confined command${why}`, () => {
  test('is not seen, and what is around it is not moved', async () => {
    const root = folderOf();
    const inner = join(root, 'config/parley');
    mkdirSync(join(inner, 'example-project'), { recursive: true });
    writeFileSync(join(inner, 'companion.json'), 'the token');
    const parts = { env, temporary: [temporary], report: (error: unknown) => reports.push(error) };
    const within = new Confinement({ ...parts, dataFolder: new DataFolder(inner) });
    const tries = `cat config/parley/companion.json; mv config moved; echo x > config/parley/tool.mjs`;
    const { text } = await run(tries, root, [], within);
    expect([text.includes('the token'), existsSync(join(root, 'moved'))]).toEqual([false, false]);
    expect(existsSync(join(inner, 'tool.mjs'))).toBe(false);
    const example = join(inner, 'example-project');
    expect(await within.canConfine(example)).toEqual({ confined: true });
    const inExample = await run('echo in > made && cat made; cat ../companion.json', example, [], within);
    expect(inExample.text).toMatch(/^in\n.*No such file/);
    renameSync(inner, `${inner}-moved`);
    await expect(run('true', root, [], within)).rejects.toThrow('is not where it was');
  });
});

describe.runIf(canConfine)(`a command that is confined${why}`, () => {
  test('is allowed the hosts of its rule and no other', async () => {
    const ask = (host: string) =>
      `curl -s -o /dev/null -w '%{http_connect}\\n' --max-time 10 https://${host}/ || true`;
    const line = `${ask('allowed.invalid')}; ${ask('refused.invalid')}`;
    const { refused } = await run(line, folderOf(), ['allowed.invalid']);
    expect(refused?.hosts).toEqual(['refused.invalid']);
  });

  test('that ends by itself leaves nothing, and one that is stopped neither', async () => {
    const root = folderOf();
    await run('setsid sleep 60 & echo gone', root);
    const { command, done, marker } = await start(
      'trap "" TERM; echo ready; while :; do sleep 1; done',
      root,
    );
    await said(command, 'ready');
    await command.end('stopped');
    expect((await done).code).toBe('stopped');
    expect(processesOf({ group: null, marker })).toEqual([]);
  });

  test('that is stopped may end in its own way first', async () => {
    const root = folderOf();
    const line = 'trap "echo bye > ended; exit 0" TERM; echo ready; while :; do sleep 0.1; done';
    const { command, done } = await start(line, root);
    await said(command, 'ready');
    await command.end('stopped');
    expect((await done).code).toBe('stopped');
    expect(existsSync(join(root, 'ended'))).toBe(true);
  });
});

describe.runIf(canConfine)(`what is confined${why}`, () => {
  test('keeps its words apart, whatever is in them', async () => {
    const root = folderOf();
    const words = ["it's", '$(touch made)', '; touch made', '*', ''];
    const free = { file: 'printf', args: ['<%s>', ...words], env };
    const { program, ended } = await confinement.confine(free, root, { root, hosts: [] });
    const command = await RunningCommand.start({
      program,
      cwd: root,
      marker: 'words',
      confined: true,
      seconds: 30,
      now: () => 7,
    });
    const { ending, output } = await command.ended;
    ended(ending, output);
    expect(textForModel(output)).toBe(words.map((word) => `<${word}>`).join(''));
    expect(existsSync(join(root, 'made'))).toBe(false);
  });

  test('leaves nothing in the folder that was not there', async () => {
    const root = folderOf();
    mkdirSync(join(root, '.git/hooks'), { recursive: true });
    await run('true', root);
    const child = spawn('find', [root, '-type', 'f']);
    let found = '';
    child.stdout.on('data', (chunk: Buffer) => (found += chunk.toString()));
    await once(child, 'close');
    expect(found).toBe('');
  });
});

test('a machine without the means, or told not to, confines nothing', async () => {
  const parts = { dataFolder: elsewhere, report: (error: unknown) => reports.push(error) };
  const none = new Confinement({ ...parts, env: { ...env, PATH: temporaryFolder() } });
  const off = new Confinement({ ...parts, env: { ...env, PARLEY_CONFINEMENT: 'off' } });
  const missing = { type: 'missing', programs: ['bubblewrap', 'socat'], install: null };
  expect([await none.canConfine(place), await off.canConfine(place), reports]).toEqual([
    { confined: false, unconfined: missing },
    { confined: false },
    [],
  ]);
  await expect(off.confine({ file: 'true', args: [], env }, '/', { root: '/', hosts: [] })).rejects.toThrow(
    'cannot confine',
  );
});
