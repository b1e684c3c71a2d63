import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { FormAnswer } from '../../shared/forms/form.ts';
import { serversChat } from '../testing/servers-chat.ts';

const program = join(import.meta.dirname, '../testing/form-server.ts');
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
