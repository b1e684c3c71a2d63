import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FormAnswer } from '../../shared/forms/form.ts';
import { serversChat } from '../../../test/main/mcp-servers/servers-chat.ts';
import { watchChat } from '../../../test/main/test-app.ts';

const program = join(import.meta.dirname, '../../../test/main/mcp-servers/form-server.ts');
const shop = (era: string) => ({ shop: { command: process.execPath, args: [program, era] } });

const filled: FormAnswer = {
  action: 'accept',
  entries: [
    { id: 'summary', value: 'Two lamps' },
    { id: 'size', value: 'm' },
  ],
};

/** A chat whose agent has called a tool of the shop, which asks the person. */
async function asking(era: string, tool: string) {
  const chat = await serversChat(shop(era));
  await chat.calls(`shop__${tool}`, {});
  await chat.asked();
  await chat.answers('once');
  const form = await chat.form();
  return { ...chat, form, again: () => chat.form() };
}

test.each(['modern', 'legacy'])(
  'a server of the %s protocol asks with a form and gets the answer',
  async (era) => {
    const chat = await asking(era, 'order');
    expect(chat.form).toMatchObject({
      asker: { agent: 'Parley', server: 'shop' },
      message: 'What should **the order** say?',
      settlement: null,
    });
    await chat.answerForm(chat.form, filled);
    const { text } = await chat.result();
    expect(JSON.parse(text)).toEqual({
      action: 'accept',
      content: { summary: 'Two lamps', count: 2, size: 'm' },
    });
  },
);

test.each(['modern', 'legacy'])('an address is agreed to, and done when it is (%s)', async (era) => {
  const chat = await asking(era, 'sign_in');
  expect(chat.form.subject).toEqual({
    type: 'link',
    before: 'http://',
    host: '127.0.0.1',
    after: ':9/login?from=parley',
  });
  await chat.answerForm(chat.form, { action: 'accept', entries: [] });
  if (era === 'modern') await chat.finishLink(chat.form);
  expect(JSON.parse((await chat.result()).text)).toEqual({ action: 'accept' });
});

test('a call that its server refuses until an address was opened is made again after that', async () => {
  const chat = await asking('legacy', 'fetch');
  expect(chat.form).toMatchObject({
    asker: { server: 'shop' },
    subject: { type: 'link', host: '127.0.0.1' },
  });
  await chat.answerForm(chat.form, { action: 'accept', entries: [] });
  await chat.finishLink(chat.form);
  expect(await chat.result()).toEqual({ ok: true, text: 'Fetched at call 2.' });
});

test('a call that its server refuses until an address was opened fails where nobody opens it', async () => {
  const chat = await asking('legacy', 'fetch');
  await chat.answerForm(chat.form, { action: 'decline' });
  const text = 'shop did not answer the call. The user did not open the address that it needs for this.';
  expect(await chat.result()).toEqual({ ok: false, text });
});

test.each(['decline', 'cancel'] as const)('a server is told of a %s', async (action) => {
  const chat = await asking('modern', 'order');
  await chat.answerForm(chat.form, { action });
  expect(JSON.parse((await chat.result()).text)).toEqual({ action });
});

test('a message that is written instead cancels the form, and the turn goes on', async () => {
  const chat = await asking('legacy', 'order');
  await chat.client().workspace.sendMessage({ workspaceId: chat.workspaceId, key: 'm', text: 'Leave it' });
  expect(JSON.parse((await chat.result()).text)).toEqual({ action: 'cancel' });
});

test('a form waits again after a restart with its draft; its answer calls the tool once more, which gets it', async () => {
  const chat = await asking('modern', 'order');
  const { id: formId } = chat.form;
  const call = { workspaceId: chat.workspaceId, toolCallId: chat.toolCallId(), formId };
  const draft = [{ id: 'summary', value: 'Two la' }];
  await chat.client().workspace.saveFormDraft({ ...call, draft });
  await chat.restart(true);
  const again = await chat.again();
  expect(again).toMatchObject({ id: formId, draft });
  await chat.turn('interrupted');
  await chat.answerForm(again, filled);
  expect(JSON.parse((await chat.result()).text)).toMatchObject({ action: 'accept' });
});

const planted = ['pin', 'code', 'key'].map((id) => ({ id, value: `correct-horse-${id}` }));

test.each(['modern', 'legacy'])(
  'a secret goes to the %s server alone: no draft, database, log, record, export or file has it',
  async (era) => {
    const chat = await asking(era, 'lock');
    const { subject } = chat.form;
    const fields = subject.type === 'fields' ? subject.fields : [];
    expect(fields.map(({ id, secret }) => [id, secret])).toEqual([
      ['pin', true],
      ['code', true],
      ['key', true],
      ['note', false],
    ]);
    const entries = [...planted, { id: 'note', value: 'kept-in-clear' }];
    const call = { workspaceId: chat.workspaceId, toolCallId: chat.toolCallId(), formId: chat.form.id };
    await chat.client().workspace.saveFormDraft({ ...call, draft: entries });
    await chat.answerForm(chat.form, { action: 'accept', entries });
    expect(JSON.parse((await chat.result()).text)).toEqual({ pin: 17, code: 18, key: 17, note: 13 });
    // The window exports a chat from what it has of it.
    const { transcript } = await watchChat(chat.client(), chat.workspaceId);
    const record = (format: 'json' | 'md') => chat.client().ledger.export({ query: '', format });
    const exported = [await record('json'), await record('md')].map(({ text }) => text);
    const seen = [JSON.stringify(transcript()), ...exported];
    expect(exported.every((text) => text.includes('kept-in-clear'))).toBe(true);
    await chat.restart();
    await chat.close();
    const files = filesIn(chat.dataDir);
    expect(files.some((text) => text.includes('kept-in-clear'))).toBe(true);
    expect([...seen, ...files].filter((text) => text.includes('correct-horse'))).toEqual([]);
  },
);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [readFileSync(join(entry.parentPath, entry.name), 'latin1')] : [],
  );
}
