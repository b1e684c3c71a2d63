import { expect, type Locator, type Page } from '@playwright/test';
import { button, cards, composer, openSettled, press } from './support/chat.ts';
import { bridged, overHttp, type McpClient } from './support/mcp-client.ts';
import { type Parley, test } from './support/parley.ts';
import { expectStored } from './support/stored.ts';

const options = [
  { label: 'First', description: 'The first of them' },
  { label: 'Second', description: 'The second of them' },
];
const question = { questions: [{ question: 'Which?', header: 'Which', options, multiSelect: false }] };
const plan = { title: 'Move the cache', plan: '# Move the cache\n\n1. Write it.\n2. Read it.\n' };

const doors: readonly [string, (parley: Parley) => Promise<McpClient>][] = [
  ['over HTTP', (parley) => overHttp('2025', parley, 'claude-code')],
  ['through parley mcp', (parley) => bridged('2026', parley, 'claude-code')],
];

/** A call that the client cancels when told to. */
function cancellable(client: McpClient, tool: string, args: Record<string, unknown>) {
  const cancelling = new AbortController();
  const call = client.call(tool, args, { signal: cancelling.signal });
  call.catch(() => undefined);
  return async () => {
    cancelling.abort('The plan changed');
    await expect(call).rejects.toThrow('The plan changed');
  };
}

const region = (page: Page) => page.getByRole('region', { name: 'Preview: Move the cache', exact: true });

// What is typed as a cancellation comes has the time to arrive in which the test lets none pass.
test.use({ manualClock: true });

/** Lets that time pass until a card says what has become of it. */
async function untilTimeIsOver(parley: Parley, card: Locator, words: RegExp): Promise<void> {
  const passed = async () => {
    await parley.passTime?.(500);
    return card.textContent();
  };
  await expect.poll(passed).toMatch(words);
}

for (const [way, connect] of doors) {
  test(`a cancellation ${way} closes a card that nobody has touched`, async ({ parley }) => {
    const client = await connect(parley);
    const args = { ...question, workspace: parley.workspaceDir };
    const cancel = cancellable(client, 'ask_user_question', args);
    await expect(cards(parley.page)).toBeVisible();
    await cancel();
    await untilTimeIsOver(parley, cards(parley.page), /Withdrawn/);
    await openSettled(cards(parley.page));
    await expect(cards(parley.page)).toContainText('Withdrawn by who asked');
    await client.close();
  });

  test(`a cancellation ${way} under the typing hands leaves the card, and its answer is kept`, async ({
    parley,
  }) => {
    const { page } = parley;
    const client = await connect(parley);
    const args = { ...question, workspace: parley.workspaceDir };
    const cancel = cancellable(client, 'ask_user_question', args);
    const card = cards(page);
    await card.getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
    await page.keyboard.type('Nei');
    await cancel();
    await page.keyboard.type('ther of them');
    await expectStored(parley, 'Neither of them');
    await untilTimeIsOver(parley, card, /Claude Code \d\.0 disconnected\. Your answer will be kept/);
    await expect(card.getByRole('textbox', { name: 'Other answer', exact: true })).toHaveValue(
      'Neither of them',
    );
    await press(card, 'Submit answers');
    await expect(card).toContainText(/Kept until Claude Code \d\.0 asks again/);
    const [text] = await client.call('ask_user_question', args);
    expect(text).toContain('"Which?"="Neither of them"');
    await expect(cards(page)).toHaveCount(1);
    await client.close();
  });
}

test('a reply begun in the composer keeps the card of whom it is for', async ({ parley }) => {
  const { page } = parley;
  const client = await bridged('2025', parley, 'claude-code');
  const cancel = cancellable(client, 'ask_user_question', question);
  await expect(page.getByRole('combobox', { name: 'To', exact: true })).toHaveText(/Claude Code/);
  await composer(page).pressSequentially('Neither');
  await cancel();
  await composer(page).pressSequentially(' of them');
  await expectStored(parley, 'Neither of them');
  await untilTimeIsOver(parley, cards(page), /disconnected\. Your answer will be kept/);
  await button(page, 'Send').click();
  const [text] = await client.call('ask_user_question', question);
  expect(text).toContain('The user replied instead of picking: "Neither of them"');
  await client.close();
});

test('a plan on which a note is being written stays when its client cancels', async ({ parley }) => {
  const { page } = parley;
  const client = await bridged('2025', parley, 'claude-code');
  const cancel = cancellable(client, 'review_plan', plan);
  const card = region(page);
  await button(card, 'Add a note on “Write it.”').click();
  await page.keyboard.type('Why');
  await cancel();
  await page.keyboard.type(' so?');
  await expectStored(parley, 'Why so?');
  await untilTimeIsOver(parley, card, /disconnected\. Your decision will be kept/);
  const again = client.call('review_plan', plan);
  await expect(card).not.toContainText('disconnected');
  await button(card, 'Refine plan').click();
  expect((await again)[0]).toContain('Why so?');
  await client.close();
});
