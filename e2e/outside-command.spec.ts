import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { button, cards, dismiss, openSettled, press, send } from './support/chat.ts';
import { startCommand, whichOne } from './support/command.ts';
import { test } from './support/parley.ts';
import { expectStored } from './support/stored.ts';

const command = 'ask-user-question.js';

test('a command asks on a card of the workspace it runs in, and prints the answer', async ({ parley }) => {
  const { page } = parley;
  const inner = join(parley.workspaceDir, 'src');
  const asked = startCommand(parley, command, ['--asker', 'release script', whichOne('Which tag?')], {
    cwd: inner,
  });
  const card = page.getByRole('region', { name: 'Questions from release script', exact: true });
  await expect(card).toContainText('release script has a question');
  await expect(card).toContainText('Or reply to release script below');
  // The chat's own agent is idle: there is nothing to stop.
  await expect(button(page, 'Stop')).toBeHidden();
  await expect(page.getByRole('button', { name: /release script has a question/ })).toBeVisible();

  await card.getByRole('radio', { name: 'Second', exact: true }).click();
  await press(card, 'Submit answers');
  expect(await asked.ended).toEqual({ code: 0, stdout: '{"answers":{"Which":"Second"}}\n', stderr: '' });
  await openSettled(card);
  await expect(card).toContainText('Answered by you on this card');
});

test('a command whose folder is of no workspace asks in the Inbox; dismissing ends it with 2', async ({
  parley,
}) => {
  const { page } = parley;
  const asked = startCommand(parley, command, [whichOne('Which one?')], { cwd: tmpdir() });
  await page.getByRole('button', { name: /^Inbox/ }).click();
  const card = cards(page);
  await dismiss(card, 'Not today');
  expect(await asked.ended).toEqual({
    code: 2,
    stdout: '',
    stderr: 'User declined to answer these questions. Reason: Not today\n',
  });
});

test('an answer outlives its command: it is kept, and given once to the same question', async ({
  parley,
}) => {
  const { page } = parley;
  const left = startCommand(parley, command, [whichOne('Which one?')]);
  const card = cards(page).first();
  await expect(card.getByRole('radio', { name: 'First', exact: true })).toBeVisible();
  left.child.kill('SIGTERM');
  await expect(card).toContainText('AskUserQuestion disconnected. Your answer will be kept');
  await card.getByRole('radio', { name: 'First', exact: true }).click();
  await press(card, 'Submit answers');
  await expect(card).toContainText('Kept until AskUserQuestion asks again');

  const again = startCommand(parley, command, [whichOne('Which one?')]);
  expect(await again.ended).toMatchObject({ code: 0, stdout: '{"answers":{"Which":"First"}}\n' });
  await expect(card).not.toContainText('Kept until');

  const anew = startCommand(parley, command, [whichOne('Which one?')]);
  await expect(cards(page)).toHaveCount(2);
  anew.child.kill('SIGTERM');
  await anew.ended;
});

test('a command says that Parley ended while it waited; asked again after the restart it finds its card', async ({
  parley,
}) => {
  parley.console.expect(/net::ERR_|WebSocket/);
  const asked = startCommand(parley, command, [whichOne('Which one?')]);
  await expect(cards(parley.page)).toBeVisible();
  await cards(parley.page).getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
  await cards(parley.page).getByRole('textbox', { name: 'Other answer', exact: true }).fill('A third');
  await expectStored(parley, 'A third');
  await parley.end('SIGKILL');
  const ended = await asked.ended;
  expect(ended).toMatchObject({ code: 3, stdout: '' });
  expect(ended.stderr).toContain('Parley ended before the question was answered');

  await parley.start();
  const card = cards(parley.page);
  await expect(card).toContainText('AskUserQuestion disconnected');
  const again = startCommand(parley, command, [whichOne('Which one?')]);
  await expect(card).not.toContainText('AskUserQuestion disconnected');
  await expect(card.getByRole('textbox', { name: 'Other answer', exact: true })).toHaveValue('A third');
  await press(card, 'Submit answers');
  expect((await again.ended).stdout).toBe('{"answers":{"Which":"Other (custom: A third)"}}\n');
  await expect(cards(parley.page)).toHaveCount(1);
});

test("typing to the chat's waiting agent leaves the card of another asker open", async ({ parley }) => {
  const { page } = parley;
  const folder = join(parley.workspaceDir, 'docs');
  await mkdir(folder);
  const asked = startCommand(parley, command, [whichOne('Which one?')], { cwd: folder });
  const card = page.getByRole('region', { name: 'Questions from AskUserQuestion', exact: true });
  await expect(card).toBeVisible();
  const to = page.getByRole('combobox', { name: 'To', exact: true });
  await to.selectOption({ label: 'Guide, the agent of this chat' });
  await send(page, 'Plan a README for this project');
  const own = page.getByRole('region', { name: 'Questions from Guide', exact: true });
  await expect(own).toHaveAttribute('data-state', 'waiting');
  await send(page, 'Never mind the details');
  await openSettled(own.first());
  await expect(own.first()).toContainText('You replied in the chat instead');
  await expect(card).toHaveAttribute('data-state', 'waiting');
  await card.getByRole('radio', { name: 'First', exact: true }).click();
  await press(card, 'Submit answers');
  expect(await asked.ended).toMatchObject({ code: 0, stdout: '{"answers":{"Which":"First"}}\n' });
});
