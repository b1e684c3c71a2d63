import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LoginProblem, PersonEnvironment } from '../../shared/contract/environment.ts';
import { homeWith } from '../../../test/main/commands/home-folder.ts';
import { readLogin } from '../../../test/main/commands/person-shell.ts';
import { serversChat } from '../../../test/main/mcp-servers/servers-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { listState, testApp } from '../../../test/main/test-app.ts';

test.skipIf(process.platform === 'win32')(
  'a server, an agent and a command whose programs only the login shell knows are found',
  async () => {
    const server = join(import.meta.dirname, '../../../test/main/mcp-servers/changing-server.ts');
    const home = homeWith({
      '.profile': '[ -n "$BASH_VERSION" ] && . "$HOME/.bashrc"\n',
      '.bashrc':
        'case $- in *i*) ;; *) return;; esac\nexport NVM_BIN="$HOME/nvm/bin" PATH="$HOME/nvm/bin:$PATH"\n',
      'nvm/bin/own-server': `#!/bin/sh\nexec '${process.execPath}' '${server}'\n`,
      'nvm/bin/qwen': '#!/bin/sh\necho 1\n',
    });
    // Confined, a command does not see the memory that the test's folders are in.
    const unconfined = { PARLEY_CONFINEMENT: 'off' };
    const env = { PATH: '/usr/bin:/bin', SHELL: '/bin/bash', HOME: home, ...unconfined };
    const chat = await serversChat({ turns: { command: 'own-server' } }, { env, home, readLogin });
    await chat.calls('run_command', { command: 'command -v own-server; echo "$NVM_BIN"' });
    await chat.asked();
    await chat.answers('once');
    const bin = join(home, 'nvm/bin');
    expect((await chat.result()).text).toContain(`${bin}/own-server\n${bin}\n`);
    expect((await chat.overview()).servers[0]?.state).toMatchObject({ type: 'ready' });
    const { agents } = await chat.client().agents.findExternal();
    expect(agents.find(({ agent }) => agent === 'acp/qwen')?.command).toContain(join(bin, 'qwen'));
  },
);

/** Starts Parley, has its login shell read, and returns what windows learn of it, before and by an event. */
async function learned(
  env: Record<string, string>,
  login: Record<string, string>,
  problem: LoginProblem | null = null,
) {
  const { app, client } = testApp(temporaryFolder(), {
    env: { SHELL: '/bin/sh', ...env },
    readLogin: async (_, given) => ({ environment: { ...given, ...login }, problem }),
  });
  let before: PersonEnvironment | undefined;
  for await (const item of await client.app.watch({})) {
    if (item.type === 'snapshot') {
      before = item.state.environment;
      app.prepare();
    } else if (before !== undefined && item.event.type === 'environment-changed') {
      expect((await listState(client)).environment).toEqual(item.event.environment);
      return { before, after: item.event.environment };
    }
  }
  throw new Error('The feed ended.');
}

test('windows learn which proxy the login shell names, and that one can’t be used', async () => {
  const { before, after } = await learned({}, { https_proxy: 'http://me:secret@proxy.example:8080' });
  expect([before.proxy, after.proxy, after.proxyProblem]).toEqual([null, 'proxy.example:8080', null]);
  const socks = await learned({}, { ALL_PROXY: 'socks5://proxy.example' });
  expect([socks.after.proxy, socks.after.proxyProblem]).toEqual([null, expect.stringContaining('ALL_PROXY')]);
});

test('the proxy that Parley was started with wins', async () => {
  const { before, after } = await learned({ HTTPS_PROXY: 'http://a:1' }, { HTTPS_PROXY: 'http://b:2' });
  expect([before.proxy, after.proxy]).toEqual(['a:1', 'a:1']);
  expect((await learned({ HTTPS_PROXY: '' }, { HTTPS_PROXY: 'http://b:2' })).after.proxy).toBeNull();
});

test('windows learn that the login shell could not be read, and of one that Parley does not know', async () => {
  const problem: LoginProblem = { reason: { type: 'timed-out' }, used: 'not-interactive' };
  const { before, after } = await learned({}, {}, problem);
  expect([before.shell.problem, after.shell.problem]).toEqual([null, problem]);
  const wonder = join(homeWith({ wonder: '#!/bin/sh\n' }), 'wonder');
  const unknown = await learned({ SHELL: wonder }, {});
  expect(unknown.before.shell).toEqual({ name: 'sh', file: '/bin/sh', insteadOf: wonder, problem: null });
});
