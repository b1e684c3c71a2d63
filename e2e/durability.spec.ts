import { expect } from '@playwright/test';
import {
  composer,
  pickFirstOfEach,
  press,
  send,
  textOutsideCards,
  waitingCard,
  waitingPlan,
} from './support/chat.ts';
import { type Parley, test } from './support/parley.ts';
import { expectStored } from './support/stored.ts';

test.use({ alone: true });

/** A browser itself reports that its server is gone; nothing of ours writes that. */
async function crash(parley: Parley): Promise<void> {
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end('SIGKILL');
}

test('a pending question survives SIGKILL with its draft, and answering it resumes the turn', async ({
  parley,
}) => {
  await send(parley.page, 'Plan a README for this project');
  const before = await waitingCard(parley.page);
  await before.getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
  await before.getByRole('textbox', { name: 'Other answer', exact: true }).fill('for my future self');
  await expectStored(parley, 'for my future self');
  await crash(parley);
  await parley.start();
  const card = await waitingCard(parley.page);
  await card.getByRole('tab').first().click();
  await expect(card.getByRole('radio', { name: 'Other: write your own answer', exact: true })).toBeChecked();
  await expect(card.getByRole('textbox', { name: 'Other answer', exact: true })).toHaveValue(
    'for my future self',
  );
  await card.getByRole('tab', { name: 'Review', exact: true }).click();
  await press(card, 'Submit answers');
  await expect(card).toContainText('Answered');
  await waitingPlan(parley.page);
  await expect.poll(() => textOutsideCards(parley.page)).toContain('for my future self');
});

test('a message that was being typed is there after a reload', async ({ parley }) => {
  await composer(parley.page).fill('half a thought');
  await expectStored(parley, 'half a thought');
  await parley.page.reload();
  await expect(composer(parley.page)).toHaveValue('half a thought');
});

test('an answered chat is there again after a restart', async ({ parley }) => {
  await send(parley.page, 'Plan a README for this project');
  const card = await waitingCard(parley.page);
  const [label] = await pickFirstOfEach(card);
  await press(card, 'Submit answers');
  await waitingPlan(parley.page);
  await crash(parley);
  await parley.start();
  const restored = parley.page.getByRole('region', { name: /^Questions from / }).last();
  await expect(restored).toContainText('Answered');
  await expect(restored).toContainText(label ?? '');
});
