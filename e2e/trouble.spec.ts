import { rename } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { button, conversation, send } from './support/chat.ts';
import { bodyOf, say, test } from './support/provider.ts';

test('a wrong key of the environment is named, the message stays, and it can be tried again', async ({
  parley: { page },
  provider,
}) => {
  provider.reply({ type: 'status', status: 401, error: 'authentication_error' }, say('Now it works.'));
  await send(page, 'Go on with the plan');
  await expect(page.getByText('does not accept the key')).toBeVisible();
  await expect(conversation(page)).toContainText('Go on with the plan');
  await button(page, 'Retry').click();
  await expect(conversation(page)).toContainText('Now it works.');
});

test('a dead provider is named, and what was sent stays', async ({ parley: { page }, provider }) => {
  await provider.close();
  await send(page, 'Is anybody there?');
  await expect(button(page, 'Retry')).toBeVisible();
  await expect(page.getByText('could not be reached')).toBeVisible();
  await expect(conversation(page)).toContainText('Is anybody there?');
});

for (const how of ['end', 'reset'] as const) {
  test(`a stream cut in the middle (${how}) keeps its text and can be resumed`, async ({
    parley: { page },
    provider,
  }) => {
    provider.reply(
      { type: 'cut', blocks: [{ type: 'text', text: 'The first half of it' }], how },
      say('And the other half.'),
    );
    await send(page, 'Tell me');
    await button(page, 'Resume').click();
    await expect(conversation(page)).toContainText('And the other half.');
    await expect(conversation(page)).toContainText('The first half of it');
  });
}

test('a message of 200 KB arrives whole', async ({ parley: { page }, provider }) => {
  const text = `begin ${'0123456789 '.repeat(18_700)}end`;
  await send(page, text);
  expect(JSON.stringify(await bodyOf(provider, 0))).toContain(text);
  await expect(conversation(page)).toContainText('Nothing more to say.');
});

test('a workspace folder that vanished is named, and nothing typed is lost', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  provider.reply(say('It is back.'));
  await rename(workspaceDir, `${workspaceDir}-elsewhere`);
  await send(page, 'What is in the folder?');
  await expect(conversation(page)).toContainText(`The folder ${workspaceDir} cannot be used.`);
  await expect(conversation(page)).toContainText('What is in the folder?');
  await rename(`${workspaceDir}-elsewhere`, workspaceDir);
  await button(page, 'Retry').click();
  await expect(conversation(page)).toContainText('It is back.');
});
