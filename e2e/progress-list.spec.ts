import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/accessibility.ts';
import { conversation, send, untilIdle } from './support/chat.ts';
import { answer, say, test } from './support/provider.ts';

const progress = (page: Page) => page.getByRole('region', { name: 'Progress', exact: true });

const todo = (id: string, ...items: [text: string, status: string][]) =>
  answer({
    type: 'tool_use',
    id,
    name: 'todo',
    input: { items: items.map(([text, status]) => ({ text, status })) },
  });

test('the agent’s steps stand over the message, folded to the current one, until all are done', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(
    todo('a', ['Look around', 'completed'], ['Write the tokens', 'in_progress'], ['Test it', 'pending']),
    say('I stop here for now.'),
  );
  await send(page, 'Add comments to the parser');
  await expect(conversation(page)).toContainText('I stop here for now.');
  const fold = progress(page).getByRole('button');
  await expect(fold).toHaveText('Step 2 of 3·Write the tokens');
  await expect(fold).toHaveAttribute('aria-expanded', 'false');
  await fold.click();
  await expect(progress(page).getByRole('listitem')).toHaveText([
    'Look around, done',
    'Write the tokens, in progress',
    'Test it, to do',
  ]);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);

  await page.reload();
  await expect(fold).toHaveText('Step 2 of 3·Write the tokens');

  provider.reply(
    todo('b', ['Look around', 'completed'], ['Write the tokens', 'completed'], ['Test it', 'completed']),
    say('All done.'),
  );
  await send(page, 'Go on');
  await expect(conversation(page)).toContainText('All done.');
  await untilIdle(page);
  await expect(progress(page)).toBeHidden();
});
