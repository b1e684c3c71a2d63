import { expect } from '@playwright/test';
import {
  button,
  composer,
  pickFirstOfEach,
  press,
  send,
  untilArmed,
  waitingCard,
  waitingPlan,
} from './support/chat.ts';
import { test } from './support/parley.ts';
import { openTunnel } from './support/tunnel.ts';

test.beforeEach(({ parley }) => {
  test.skip(parley.host !== 'browser', 'a desktop window lives and dies with its process');
  parley.console.expect(/net::ERR_|WebSocket/);
});

test('the window says that it reconnects, and goes on when the host is back', async ({ parley }) => {
  const { page } = parley;
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  await parley.end('SIGKILL');
  await expect(page.getByRole('status').filter({ hasText: /reconnecting/i })).toBeVisible();
  await parley.start();
  await expect(page.getByRole('status').filter({ hasText: /reconnecting/i })).toBeHidden();
  const card = await waitingCard(page);
  await pickFirstOfEach(card);
  await press(card, 'Submit answers');
  await expect(card).toContainText('Answered');
  await waitingPlan(page);
});

test('what is typed while the connection is gone is not lost', async ({ parley }) => {
  const { page } = parley;
  await expect(composer(page)).toBeVisible();
  await parley.end('SIGKILL');
  await expect(page.getByRole('status').filter({ hasText: /reconnecting/i })).toBeVisible();
  await composer(page).fill('written in a tunnel');
  await parley.start();
  await expect(page.getByRole('status').filter({ hasText: /reconnecting/i })).toBeHidden();
  await expect(composer(page)).toHaveValue('written in a tunnel');
});

test('an answer given in one window closes the card in the other', async ({ parley }) => {
  const { page } = parley;
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  const second = await page.context().newPage();
  await second.goto(new URL('/', page.url()).href);
  const sameCard = await waitingCard(second);
  await page.bringToFront();
  const [label] = await pickFirstOfEach(card);
  await press(card, 'Submit answers');
  await second.bringToFront();
  await expect(sameCard).toContainText('Answered');
  await expect(sameCard).toContainText(label ?? '');
});

test('a connection that swallows everything is noticed, and what was pressed meanwhile counts once', async ({
  parley,
}) => {
  const { page, address } = parley;
  const { port, searchParams } = new URL(address ?? '');
  const tunnel = await openTunnel(Number(port));
  const reconnecting = page.getByRole('status').filter({ hasText: /reconnecting/i });
  try {
    await page.clock.install();
    await page.goto(`http://127.0.0.1:${tunnel.port}/?${searchParams}`);
    await send(page, 'Plan a README for this project');
    const card = await waitingCard(page);
    await pickFirstOfEach(card);
    await untilArmed(card);
    tunnel.swallow();
    await button(card, 'Submit answers').click();
    await expect(card).toContainText('Sending…');
    await page.clock.runFor(15_000);
    await expect(reconnecting).toBeVisible();
    await expect(card).toContainText('Not sent yet');
    tunnel.mend();
    await page.clock.runFor(15_000);
    await expect(reconnecting).toBeHidden();
    await expect(card).toContainText('Answered');
    await expect(page.getByRole('region', { name: /^Preview: / })).toContainText('Needs you');
  } finally {
    tunnel.close();
  }
});
