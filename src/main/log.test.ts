import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLogger, type LogLevel, logLevelOf } from './log.ts';
import { providerThatCalls } from '../../test/main/agents/model/providers-on-the-wire.ts';
import { temporaryFolder } from '../../test/main/temporary-folder.ts';
import { agentText, testApp, untilWorkspace, watchChat } from '../../test/main/test-app.ts';

const now = () => Date.parse('2026-01-02T03:04:05Z');

function logAt(level: LogLevel, longest?: number) {
  const folder = temporaryFolder();
  const file = join(folder, 'parley.log');
  const log = createLogger({ file, level, now, ...(longest !== undefined && { longest }) });
  const lines = () =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  return { folder, file, log, lines };
}

it('the log has one JSON object a line, readable by this person only', () => {
  const { log, file, lines } = logAt('info');
  log.info('started', { version: '1', port: 4000 });
  const reference = log.error(Object.assign(new Error('x'), { code: 'EIO' }));
  expect(lines()).toMatchObject([
    { time: '2026-01-02T03:04:05.000Z', level: 'info', event: 'started', version: '1', port: 4000 },
    { level: 'error', reference, name: 'Error', code: 'EIO' },
  ]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('the log has as much as its level says', () => {
  for (const [level, count] of [
    ['error', 1],
    ['info', 2],
    ['debug', 3],
  ] as const) {
    const { log, lines } = logAt(level);
    log.error(new Error('x'));
    log.info('started');
    log.debug('call');
    expect(lines()).toHaveLength(count);
  }
  expect(['debug', 'error', 'verbose', '', undefined].map(logLevelOf)).toEqual([
    'debug',
    'error',
    'info',
    'info',
    'info',
  ]);
});

it('the log has no message of an error or its causes, whatever lines it has', () => {
  const { log, file } = logAt('debug');
  const secret = 'wrong:\n    at the secret place\nsecret';
  log.error(new Error(secret, { cause: new TypeError(secret) }));
  log.error(secret);
  const text = readFileSync(file, 'utf8');
  expect(text).toContain('TypeError');
  expect(text).toContain('log.test.ts');
  expect(text).not.toContain('secret');
});

it('the log is bounded in size and in files, and goes on after a restart', () => {
  const { log, folder, file } = logAt('info', 1_000);
  for (let number = 0; number < 200; number += 1) log.info('event', { number });
  createLogger({ file, level: 'info', now, longest: 1_000 }).info('event', { number: 200 });
  expect(readdirSync(folder).sort()).toEqual(['parley.log', 'parley.log.1', 'parley.log.2', 'parley.log.3']);
  for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).size).toBeLessThan(1_200);
  const kept = ['.3', '.2', '.1', ''].flatMap((suffix) =>
    Array.from(readFileSync(file + suffix, 'utf8').matchAll(/"number":(\d+)/g), ([, number]) =>
      Number(number),
    ),
  );
  expect(kept).toEqual(kept.map((_, index) => (kept[0] ?? 0) + index));
  expect(kept.at(-1)).toBe(200);
});

it('a log that can not be written is no reason to fail', () => {
  const log = createLogger({ file: '/nonexistent/parley.log', level: 'info', now });
  expect(log.error(new Error('x'))).toMatch(/^[0-9a-f]{8}$/);
});

it('a whole turn leaves neither its key nor a word of it in the log, at any level', async () => {
  const [dataDir, key, secret] = [temporaryFolder(), 'sk-nobody-may-see-this', 'the-secret-of-the-house'];
  const { proxy } = await providerThatCalls('openai', 'list_files', { path: secret });
  const { client, close } = testApp(dataDir, { env: { PARLEY_LOG: 'debug' } });
  await client.agents.saveProvider({ provider: 'openai', key, address: proxy.url });
  const { id } = await client.workspace.create({ folder: temporaryFolder() });
  await client.workspace.setAgent({ workspaceId: id, agent: 'openai/gpt-test' });
  const chat = await watchChat(client, id);
  await client.workspace.sendMessage({ workspaceId: id, key: 'first', text: secret });
  await chat.until((transcript) => agentText(transcript) !== '');
  await untilWorkspace(client, id, ({ turn }) => turn.status !== 'working');
  await client.workspace.rename({ workspaceId: id, name: secret });
  await expect(client.workspace.create({ folder: `/nonexistent/${secret}` })).rejects.toMatchObject({
    code: 'folder-unusable',
  });
  await close();
  const text = readFileSync(join(dataDir, 'parley.log'), 'utf8');
  for (const event of ['started', 'workspace.sendMessage', 'agents.saveProvider', 'ended'])
    expect(text).toContain(event);
  expect([key, secret, 'Thank you'].filter((word) => text.includes(word))).toEqual([]);
});
