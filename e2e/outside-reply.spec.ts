import { tmpdir } from 'node:os';
import { expect } from '@playwright/test';
import { cards, composer, conversation, dismiss, openSettled, send } from './support/chat.ts';
import { startCommand, whichOne } from './support/command.ts';
import { test } from './support/parley.ts';

const command = 'ask-user-question.js';
const ask = (parley: Parameters<typeof startCommand>[0], asker: string, cwd?: string) =>
  startCommand(parley, command, ['--asker', asker, whichOne('Which one?')], cwd === undefined ? {} : { cwd });

test('a typed reply goes to the outside asker that waits, whom the composer names', async ({ parley }) => {
  const { page } = parley;
  const asked = ask(parley, 'codex');
  const to = page.getByRole('combobox', { name: 'To', exact: true });
  await expect(to).toHaveText(/Codex/);
  await expect(composer(page)).toHaveAttribute('placeholder', /Reply to Codex/);
  await send(page, 'Neither "of them"');
  expect(await asked.ended).toMatchObject({
    code: 0,
    stdout: '{"answers":{"Which":"Other (custom: Neither \\"of them\\")"}}\n',
  });
  await openSettled(cards(page));
  await expect(cards(page)).toContainText('Neither "of them"');
  await expect(cards(page)).toContainText('You replied in the chat instead');
  await expect(to).toBeHidden();
});

test("with the switch on the chat's own agent a message is an ordinary one", async ({ parley }) => {
  const { page } = parley;
  const asked = ask(parley, 'codex');
  const to = page.getByRole('combobox', { name: 'To', exact: true });
  await to.selectOption({ label: 'Guide, the agent of this chat' });
  await send(page, 'Plan a README for this project');
  await expect(page.getByRole('region', { name: 'Questions from Guide', exact: true })).toBeVisible();
  await expect(cards(page).first()).toHaveAttribute('data-state', 'waiting');
  // Both wait now: a reply is the agent's unless the person says otherwise.
  await expect(to).toHaveValue('agent');
  await to.selectOption({ index: 0 });
  await send(page, 'The second');
  expect((await asked.ended).stdout).toContain('The second');
  await expect(page.getByRole('region', { name: 'Questions from Guide', exact: true })).toHaveAttribute(
    'data-state',
    'waiting',
  );
});

test('of several askers in the Inbox the person picks who gets the reply', async ({ parley }) => {
  const { page } = parley;
  const first = ask(parley, 'one', tmpdir());
  await page.getByRole('button', { name: /^Inbox/ }).click();
  await expect(cards(page)).toHaveCount(1);
  const second = ask(parley, 'two', tmpdir());
  await expect(cards(page)).toHaveCount(2);
  const to = page.getByRole('combobox', { name: 'To', exact: true });
  await to.selectOption({ label: 'two: Which one?' });
  await send(page, 'For the second');
  expect((await second.ended).stdout).toContain('For the second');
  await expect(conversation(page)).not.toContainText('You:');
  await expect(to).toHaveText(/one/);
  await dismiss(cards(page).first());
  expect(await first.ended).toMatchObject({ code: 2 });
});
