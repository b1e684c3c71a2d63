import { expect } from '@playwright/test';
import { expectFlawless } from './support/accessibility.ts';
import { cards, press } from './support/chat.ts';
import { bridged } from './support/mcp-client.ts';
import { openSettings } from './support/pages.ts';
import { test } from './support/parley.ts';

const options = [
  { label: 'First', description: 'The first of them' },
  { label: 'Second', description: 'The second of them' },
];

/** Input of each tool, and the text that its model reads when the first option is picked. */
const calls: readonly [tool: string, args: Record<string, unknown>, reads: string][] = [
  [
    'ask_user_question',
    { questions: [{ question: 'Which?', header: 'Which', options, multiSelect: false }] },
    `User has answered your questions: "Which?"="First". You can now continue with the user's answers in mind.`,
  ],
  ['ask', { questions: [{ id: 'which', question: 'Which?', options }] }, 'User selected: First'],
  [
    'ask_user',
    { questions: [{ question: 'Which?', header: 'Which', options }] },
    '{"answers":{"0":"First"}}',
  ],
];

for (const generation of ['2025', '2026'] as const) {
  test(`a client of ${generation} asks through parley mcp, in the workspace the command runs in`, async ({
    parley,
  }) => {
    const client = await bridged(generation, parley);
    expect(await client.toolNames()).toEqual([...calls.map(([tool]) => tool), 'review_plan']);
    for (const [index, [tool, args, reads]] of calls.entries()) {
      const result = client.call(tool, args);
      const card = cards(parley.page).nth(index);
      await expect(card).toContainText(/Codex \d\.0 has a question/);
      await card.getByRole('radio', { name: 'First', exact: true }).click();
      await press(card, 'Submit answers');
      expect(await result).toEqual([reads]);
    }
    await client.close();
  });
}

test('a call through parley mcp outlives the end of Parley: it finds its card after the restart', async ({
  parley,
}) => {
  parley.console.expect(/net::ERR_|WebSocket/);
  const client = await bridged('2025', parley);
  const [tool, args] = calls[2] ?? ['', {}];
  const result = client.call(tool, args);
  await expect(cards(parley.page)).toBeVisible();
  await parley.end('SIGKILL');
  await parley.start();
  const card = cards(parley.page);
  await expect(card).toBeVisible();
  await expect(card).not.toContainText('disconnected');
  await card.getByRole('radio', { name: 'Second', exact: true }).click();
  await press(card, 'Submit answers');
  expect((await result)[0]).toBe('{"answers":{"0":"Second"}}');
  await expect(cards(parley.page)).toHaveCount(1);
  await client.close();
});

test('a tool gets a second name in Settings, and a wrong one is refused', async ({ parley }) => {
  const { page } = parley;
  await openSettings(page, 'Developer');
  const field = page.getByRole('textbox', { name: 'Alias for ask_user', exact: true });
  await field.fill('ask me');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('ask_person');
  await field.press('Enter');
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
  await expectFlawless(page, 'second names in Settings', { themes: ['light'] });
  const client = await bridged('2026', parley);
  expect(await client.toolNames()).toEqual([...calls.map(([tool]) => tool), 'review_plan', 'ask_person']);
  await client.close();
});
