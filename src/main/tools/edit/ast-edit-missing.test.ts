import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { answer, call, previewChat, resultOf, say } from '../../../../test/main/previews/preview-chat.ts';

// In a file of its own, since a process keeps the library that it has loaded.

it('ast_edit is not offered where its library does not load, and the log says why, once', async () => {
  vi.stubEnv('NAPI_RS_NATIVE_LIBRARY_PATH', '/nowhere/ast-grep.node');
  const chat = await previewChat({ 'a.ts': 'f(1);\n' });
  const ops = [{ pattern: 'f($A)', replacement: 'g($A)' }];
  chat.server.reply(answer(call('x1', 'ast_edit', { ops, lang: 'typescript', path: '.' })), say('Oh.'));
  await chat.send('Go');
  const seen = await chat.chat.until((now) => resultOf(now, 'x1') !== undefined);
  expect(resultOf(seen, 'x1')).toMatchObject({ ok: false, text: 'There is no tool called ast_edit.' });
  await chat.turn('idle');
  const { tools } = await chat.body(1);
  expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['edit_file', 'write_file']));
  expect(tools.map(({ name }) => name)).not.toContain('ast_edit');
  const log = readFileSync(join(chat.dataDir, 'parley.log'), 'utf8');
  expect(log.match(/"event":"ast_edit is not offered","why":"[^\n]*\/nowhere\/ast-grep\.node/g)).toHaveLength(
    1,
  );
});
