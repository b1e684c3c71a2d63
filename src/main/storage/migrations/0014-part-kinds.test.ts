import { join } from 'node:path';
import { expect, test } from 'vitest';
import { messageIdSchema } from '../../../shared/ids.ts';
import { makeOlderDatabase } from '../../../../test/main/older-database.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { openStores } from '../stores.ts';

type Told = { ok: boolean; text: string };

/** The chat of the older database. */
const chat = 'f96ed286-29fd-4907-a589-c4caa9f6dacd';

const failed = (text: string): Told => ({ ok: false, text });
const done: Told = { ok: true, text: 'Done.' };

/** The calls of one message as the database has them once it is up to date. */
function broughtUp(calls: readonly (readonly [string, Told | string | null])[], asked: number[] = []) {
  const folder = temporaryFolder();
  makeOlderDatabase(join(folder, 'parley.db'), (database) => {
    database.exec(`INSERT INTO messages (id, workspace_id, role, complete_steps, created_at)
      VALUES (100, '${chat}', 'agent', 1, 1);
      INSERT INTO parts (message_id, position, step, type, text) VALUES (100, 0, 0, 'text', 'Well')`);
    const part = database.prepare(
      `INSERT INTO parts (message_id, position, step, type, tool_call_id, tool_name, input, result)
       VALUES (100, ?, 0, 'tool', ?, ?, 'null', ?)`,
    );
    const ask = database.prepare(
      `INSERT INTO asks (workspace_id, tool_call_id, message_id, asker, questions, opened_at)
       VALUES ('${chat}', ?, 100, 'Parley', '[]', 1)`,
    );
    for (const [index, [toolName, result]] of calls.entries()) {
      const stored = typeof result === 'object' ? result && JSON.stringify(result) : result;
      part.run(index + 1, `older-${index}`, toolName, stored);
    }
    for (const index of asked) ask.run(`older-${index}`);
  });
  const { parts, close } = openStores(folder, () => 1);
  const rows = parts.ofMessage(messageIdSchema.parse(100));
  close();
  return rows.filter((row) => row.type === 'tool');
}

test('each older call learns its kind from its tool', () => {
  const kindOf = {
    read_file: 'plain',
    resolve: 'preview',
    rm: 'plain',
    ask_user_question: 'question',
    ask: 'question',
    ask_user: 'question',
    shell: 'command',
    edit_file: 'preview',
    write_file: 'preview',
    delete_file: 'preview',
    propose_plan: 'preview',
    review_plan: 'preview',
  };
  const rows = broughtUp(Object.keys(kindOf).map((name) => [name, done] as const));
  expect(Object.fromEntries(rows.map(({ tool_name, kind }) => [tool_name, kind]))).toEqual(kindOf);
});

test('each older call that was refused learns why from what its model read, which stays as it is', () => {
  const calls = [
    ['ask', failed('There is no tool called ask.'), 'no-tool'],
    ['shell', failed('There is no tool called shell.'), 'no-tool'],
    ['rm', failed('There is no tool called rm.'), 'no-tool'],
    ['ask_user_question', failed('ask_user_question is available in plan mode only.'), 'mode'],
    ['edit_file', failed('edit_file is available in exec mode only.'), 'mode'],
    ['ask', failed('Invalid input for ask: questions: “\u0000” is \ud800'), 'incomplete'],
    ['shell', failed('ls: command not found\nexit code: 127'), 'not-run'],
    ['shell', failed('Error: Missing JSON parameter\nexit code: 1'), 'command'],
  ] as const;
  const results = broughtUp(calls.map(([name, told]) => [name, told] as const)).map(({ result }) => result);
  expect(results).toEqual(calls.map(([, told, refusal]) => ({ ...told, refusal })));
});

test('an older call that was not refused stays as it is', () => {
  const calls = [
    ['ask', done],
    ['shell', { ok: true, text: 'Usage' }],
    ['ask', failed('User declined to answer')],
    ['ask', failed('Interrupted')],
    ['ask_user', failed('Ask tool requires interactive mode')],
    ['read_file', failed('There is no a.txt in the folder.')],
    ['edit_file', failed('a.txt changed since this preview. Nothing was written.')],
    ['ask', null],
  ] as const;
  const results = broughtUp(calls, [2]).map(({ result }) => result);
  expect(results).toEqual(calls.map(([, told]) => told));
});
