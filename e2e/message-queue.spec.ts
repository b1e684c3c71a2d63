import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, composer, conversation, send } from './support/chat.ts';
import { shortcutKeys } from './support/shortcut-keys.ts';
import { lastMessage, bodyOf, say, test } from './support/provider.ts';

const queue = (page: Page) => page.getByRole('region', { name: /^In the queue/ });
const queued = (page: Page, text: string) => queue(page).getByRole('listitem').filter({ hasText: text });
const hanging = { type: 'hang' as const, blocks: [{ type: 'text' as const, text: 'Let me see.' }] };

test('messages sent while the agent works wait in a queue, where they can be edited and removed', async ({
  parley: { page, host },
  provider,
}) => {
  provider.reply(hanging, say('Read.'));
  await send(page, 'Go');
  await expect(conversation(page)).toContainText('Let me see.');
  await send(page, 'second thought');
  await send(page, 'third thought');
  await send(page, 'fourth thought');
  await expect(queue(page).getByRole('listitem')).toHaveCount(3);
  await composer(page).fill('typed');
  await button(queued(page, 'second'), 'Edit').click();
  await expect(composer(page)).toHaveValue('second thought\ntyped');
  await expect(composer(page)).toBeFocused();
  await button(queued(page, 'third'), 'Remove').click();
  await expect(composer(page)).toBeFocused();
  await expect(queue(page).getByRole('listitem')).toHaveText([/^fourth thought/]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.keyboard.press(shortcutKeys(host, 'stop'));
  await expect(button(page, 'Resume')).toBeVisible();
  await page.reload();
  await expect(composer(page)).toHaveValue('second thought\ntyped');
  await expect(queued(page, 'fourth')).toBeVisible();
  await button(page, 'Resume').click();
  await expect(conversation(page)).toContainText('fourth thought');
  await expect(queue(page)).toBeHidden();
  expect(lastMessage(await bodyOf(provider, 1)).texts).toEqual(['fourth thought']);
});

test('two windows show one queue, and a message that is gone says so', async ({ parley, provider }) => {
  test.skip(parley.address === null, 'a desktop host has one window');
  provider.reply(hanging);
  const { page } = parley;
  await send(page, 'Go');
  await expect(conversation(page)).toContainText('Let me see.');
  await send(page, 'only once');
  const second = await page.context().newPage();
  parley.console.watch(second);
  await second.goto(parley.address ?? '');
  await expect(queued(second, 'only once')).toBeVisible();
  await button(queued(second, 'only once'), 'Edit').click();
  await expect(composer(second)).toHaveValue('only once');
  await expect(queue(page)).toBeHidden();
  await expect(composer(page)).toHaveValue('');
});

test('while the agent works the button is Stop, Send once something is written, which says it queues; Send now interrupts', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(hanging, say('Read at once.'));
  await send(page, 'Go');
  await expect(conversation(page)).toContainText('Let me see.');
  await expect(button(page, 'Stop')).toBeVisible();
  await expect(button(page, 'Send')).toHaveCount(0);
  await composer(page).fill('one more thing');
  await expect(page.getByText('Claude reads this next', { exact: true })).toBeVisible();
  await expect(button(page, 'Stop'), 'quiet, beside what is written').toHaveCount(1);
  await button(page, 'Send').dblclick();
  await expect(queued(page, 'one more thing')).toBeVisible();
  await expect(button(page, 'Stop'), 'the second click of a double click stops nothing').toBeVisible();
  await button(queued(page, 'one more thing'), 'Send now').click();
  await expect(conversation(page)).toContainText('Read at once.');
  await expect(queue(page)).toBeHidden();
  expect(lastMessage(await bodyOf(provider, 1)).texts).toEqual(['one more thing']);
});

test('a message that waits when the agent is stopped can still be sent now', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(hanging, say('Read after all.'));
  await send(page, 'Go');
  await expect(conversation(page)).toContainText('Let me see.');
  await send(page, 'one more thing');
  await button(page, 'Stop').click();
  await expect(button(page, 'Resume')).toBeVisible();
  await button(queued(page, 'one more thing'), 'Send now').click();
  await expect(conversation(page)).toContainText('Read after all.');
  await expect(queue(page)).toBeHidden();
  await expect(composer(page)).toBeFocused();
  expect(lastMessage(await bodyOf(provider, 1)).texts).toEqual(['one more thing']);
});
