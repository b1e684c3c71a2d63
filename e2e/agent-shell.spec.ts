import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/accessibility.ts';
import { call, testIn } from './support/asking.ts';
import { press, send, untilSaid, waitingCard } from './support/chat.ts';
import { answer, bodyOf, lastMessage, say } from './support/provider.ts';

const test = testIn('agent_shell');

const shell = (id: string, command: string) => call(id, 'shell', { command });

const plain = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a command that is none to ask with is not run, and shown as what it is', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(answer(shell('call-1', 'ls -la src')), say('Then without.'));
  await send(page, 'Go');
  await untilSaid(page, 'Then without.');
  const card = plain(page, 'A command that was not run');
  await expect(card).toContainText('none run here');
  await expect(card.getByRole('definition')).toHaveText(['ls -la src', 'ls: command not found']);
  await expect(card).not.toContainText('incomplete');
  await card.getByText('What the agent sent', { exact: true }).click();
  await expect(card.getByRole('group', { name: 'Command', exact: true })).toHaveText('ls -la src');
  await expect(card.getByRole('group', { name: 'What it read back', exact: true })).toHaveText(
    'ls: command not found\nexit code: 127',
  );
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  expect(lastMessage(await bodyOf(provider, 1)).results).toEqual([
    { id: 'call-1', error: true, text: 'ls: command not found\nexit code: 127' },
  ]);
});

test('a refused command for asking shows its line and what it read back, and the next one is a card', async ({
  parley: { page },
  provider,
}) => {
  const option = (label: string) => ({ label, description: `About ${label}` });
  const question = {
    question: 'Which "one"?',
    header: 'Pick',
    options: [option('A'), option('B')],
    multiSelect: false,
  };
  const broken = `AskUserQuestion '${JSON.stringify({ questions: [{ ...question, multiSelect: undefined }] })}'`;
  const right = `AskUserQuestion '${JSON.stringify({ questions: [question] })}'`;
  provider.reply(answer(shell('call-1', broken)), answer(shell('call-2', right)), say('Thanks.'));
  await send(page, 'Go');
  const asked = await waitingCard(page);
  const card = plain(page, 'A question that could not be shown');
  await expect(card).toContainText('The agent’s command for asking was refused');
  await card.getByText('What the agent sent', { exact: true }).click();
  await expect(card.getByRole('group', { name: 'Command', exact: true })).toHaveText(broken);
  await expect(card.getByRole('group', { name: 'What it read back', exact: true })).toHaveText(
    'Error: Validation failed\n- questions[0].multiSelect: Required\nexit code: 1',
  );
  await asked.getByRole('radio', { name: 'B', exact: true }).click();
  await press(asked, 'Submit answers');
  const { results } = lastMessage(await bodyOf(provider, 2));
  expect(results).toEqual([{ id: 'call-2', error: false, text: '{"answers":{"Pick":"B"}}' }]);
});
