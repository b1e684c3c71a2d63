import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import type { Environment } from '../../../commands/command-environment.ts';
import { explainNpm } from './install-failure.ts';
import { findNpm, runNpm } from './npm.ts';

const spec = 'agent@1.0.0';
const folder = '/home/ada/.local/share/parley/agents/agent';

const store = { addProcess: () => undefined, setProcess: () => undefined, dropProcess: () => undefined };

/** What a person reads where npm prints these lines and ends with that code. */
async function explained(
  { lines, json, code }: { lines: readonly string[]; json?: unknown; code: number },
  env: Environment = {},
) {
  const cwd = temporaryFolder();
  const file = join(cwd, 'npm');
  const output = json === undefined ? [] : [JSON.stringify(json)];
  writeFileSync(join(cwd, 'lines'), lines.map((line) => `${line}\n`).join(''));
  writeFileSync(join(cwd, 'output'), output.join(''));
  writeFileSync(file, `#!/bin/sh\ncat lines >&2\ncat output\nexit ${code}\n`);
  chmodSync(file, 0o755);
  const deps = { env: {}, cwd, newMarker: () => 'marker', store, onLine: () => undefined };
  const request = { spec, folder: cwd, cache: cwd };
  const end = await runNpm({ file, args: [] }, request, deps, new AbortController().signal);
  return end.type === 'failed' ? explainNpm(end, { spec, folder, env }) : end;
}

// What npm 11.19.1 printed on a disk that was full, once on a small one, once while it put files in place.
test('a full disk is a failure also where npm ends as if all went well', async () => {
  const leftOut = 'npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write';
  const full = { what: `The disk of ${folder} is full.`, todo: 'Make room on it, then try again.' };
  expect(await explained({ lines: [leftOut], json: { added: 3 }, code: 0 })).toEqual(full);
  expect(await explained({ lines: [leftOut], code: 1 })).toEqual(full);
  const error = { code: 'ENOSPC', summary: 'ENOSPC: no space left on device, write' };
  expect(await explained({ lines: [leftOut, 'npm error code ENOSPC'], json: { error }, code: 228 })).toEqual(
    full,
  );
});

// npm 11.19.1 by Node 12, npm 6 by Node 4, and npm 10 by Node 16.
test.each([
  [['internal/modules/cjs/loader.js:818', '  throw err;', 'Error: Cannot find module ‘node:path’']],
  [['npm does not support Node.js v4.9.1', 'You should probably upgrade to a newer version of node']],
  [['ERROR: npm v10.9.0 is known not to run on Node.js v16.20.2.  This version of npm supports …']],
])('an npm that its Node can’t run is told from one that ran: %s', async (lines) => {
  const { what, todo } = notDone(await explained({ lines, code: 1 }));
  expect(what).toBe('npm itself could not be run.');
  expect(todo).toContain('update Node.js');
});

// What npm 11.19.1 printed without a network, by a proxy that is not there, and by one that wants a password.
test('no network and a proxy are told apart, and the proxy is named without its password', async () => {
  const failed = (code: string, why: string) => ({
    lines: [`npm error code ${code}`],
    json: { error: { code, summary: why } },
    code: 1,
  });
  const env = { HTTPS_PROXY: 'http://ada:secret@proxy.example:3128' };
  const url = 'https://registry.npmjs.org/agent';
  const unknown = failed(
    'ENOTFOUND',
    `request to ${url} failed, reason: getaddrinfo ENOTFOUND registry.npmjs.org`,
  );
  expect(notDone(await explained(unknown)).what).toBe('npm could not reach registry.npmjs.org.');
  const refused = failed(
    'ECONNREFUSED',
    `FetchError: request to ${url} failed, reason: connect ECONNREFUSED`,
  );
  const byProxy = notDone(await explained(refused, env));
  expect(byProxy.what).toBe('npm could not reach registry.npmjs.org by the proxy proxy.example:3128.');
  const wanted = failed('E407', `407 Proxy Authentication Required - GET ${url}`);
  expect(notDone(await explained(wanted, env)).what).toBe(
    'The proxy proxy.example:3128 wants a name and a password.',
  );
  const untrusted = failed(
    'SELF_SIGNED_CERT_IN_CHAIN',
    `request to ${url} failed, reason: self-signed certificate`,
  );
  expect(notDone(await explained(untrusted)).todo).toContain('NODE_EXTRA_CA_CERTS');
});

test('an error without a known code points to what npm printed', async () => {
  const { what, todo } = notDone(await explained({ lines: ['npm ERR! code EWEIRD'], code: 1 }));
  expect(what).toBe('npm could not install it (EWEIRD).');
  expect(todo).toContain('what it printed');
});

test('npm on Windows is run by the Node beside it', () => {
  const place = temporaryFolder();
  for (const name of ['npm.cmd', 'node.exe']) writeFileSync(join(place, name), '');
  expect(findNpm({ Path: `relative:${place}` }, 'win32')).toEqual({
    file: join(place, 'node.exe'),
    args: [join(place, 'node_modules/npm/bin/npm-cli.js')],
  });
  expect(findNpm({ PATH: 'relative' })).toBeUndefined();
});

function notDone(end: Awaited<ReturnType<typeof explained>>) {
  if ('type' in end) throw new Error('npm did not fail.');
  return end;
}

test.each(['yes', 'yes >&2', "tr '\\0' x < /dev/zero"])(
  'one that prints without end (%s) is ended',
  async (line) => {
    const cwd = temporaryFolder();
    const file = join(cwd, 'npm');
    writeFileSync(file, `#!/bin/sh\n${line}\n`);
    chmodSync(file, 0o755);
    const env = { PATH: process.env['PATH'] };
    const deps = { env, cwd, newMarker: () => 'marker', store, onLine: () => undefined };
    const request = { spec, folder: cwd, cache: cwd };
    const end = await runNpm({ file, args: [] }, request, deps, new AbortController().signal);
    expect(end.type).toBe('failed');
  },
);
