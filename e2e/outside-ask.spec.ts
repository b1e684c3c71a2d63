import { expect } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cards, dismiss, press } from './support/chat.ts';
import { startCommand, whichOne } from './support/command.ts';
import { test } from './support/parley.ts';

test('parley ask prints what the model of its tool would read, or the whole outcome', async ({ parley }) => {
  const file = join(parley.dataDir, 'question.json');
  const options = [{ label: 'First' }, { label: 'Second' }];
  await writeFile(file, JSON.stringify({ questions: [{ id: 'x', question: 'Which?', options }] }));
  const words = startCommand(parley, 'parley.js', ['ask', '--dialect', 'ask', file]);
  const first = cards(parley.page).first();
  await first.getByRole('radio', { name: 'Second', exact: true }).click();
  await press(first, 'Submit answers');
  expect(await words.ended).toEqual({ code: 0, stdout: 'User selected: Second\n', stderr: '' });

  const whole = startCommand(parley, 'parley.js', ['ask', '--dialect', 'ask', '--json', file]);
  await dismiss(cards(parley.page).nth(1));
  expect(await whole.ended).toEqual({ code: 2, stdout: '{"type":"declined"}\n', stderr: '' });
});

test('with --wait a command waits for Parley to start, and to come back', async ({ parley }) => {
  parley.console.expect(/net::ERR_|WebSocket/);
  // A page that could not fetch a part of itself is loaded anew once Parley is back.
  await parley.page.waitForLoadState('networkidle');
  await parley.end();
  const file = join(parley.dataDir, 'question.json');
  await writeFile(file, whichOne('Which one?'));
  const asked = startCommand(parley, 'parley.js', ['ask', '--wait', file]);
  await parley.start();
  await expect(cards(parley.page)).toBeVisible();
  await parley.page.waitForLoadState('networkidle');
  await parley.end('SIGKILL');
  await parley.start();
  const card = cards(parley.page);
  await expect(card).toBeVisible();
  await expect(card).not.toContainText('disconnected');
  await card.getByRole('radio', { name: 'First', exact: true }).click();
  await press(card, 'Submit answers');
  expect(await asked.ended).toMatchObject({
    code: 0,
    stdout: `User has answered your questions: "Which one?"="First". You can now continue with the user's answers in mind.\n`,
  });
  await expect(cards(parley.page)).toHaveCount(1);
});

test('parley ask ends with 1 for bad input and with 3 where nobody can be asked', async ({ parley }) => {
  const file = join(parley.dataDir, 'question.json');
  await writeFile(file, '{"questions":[]}');
  const refused = await startCommand(parley, 'parley.js', ['ask', '--dialect', 'ask_user', file]).ended;
  expect(refused).toEqual({ code: 1, stdout: '', stderr: 'Error: At least one question is required.\n' });
  await writeFile(file, 'no JSON');
  expect(await startCommand(parley, 'parley.js', ['ask', file]).ended).toMatchObject({ code: 1, stdout: '' });
  await writeFile(file, whichOne('Which one?'));
  const env = { PARLEY_DATA_DIR: join(parley.dataDir, 'elsewhere') };
  const nobody = await startCommand(parley, 'parley.js', ['ask', file], { env }).ended;
  expect(nobody).toMatchObject({ code: 3, stdout: '' });
  expect(nobody.stderr).toContain('Parley is not running');
});

test('with --timeout a command gives up and its card stays', async ({ parley }) => {
  const file = join(parley.dataDir, 'question.json');
  await writeFile(file, whichOne('Which one?'));
  const asked = startCommand(parley, 'parley.js', ['ask', '--timeout', '1', file]);
  expect((await asked.ended).code).toBe(2);
  await expect(cards(parley.page)).toContainText('A command disconnected. Your answer will be kept');
});
