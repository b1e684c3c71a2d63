import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import {
  button,
  cards,
  composer,
  conversation,
  openSettled,
  pickFirstOfEach,
  press,
  send,
  textOutsideCards,
  untilArmed,
  untilIdle,
  waitingCard,
  waitingPlan,
} from './support/chat.ts';
import { holdTime } from './support/page-clock.ts';
import { preview } from './support/previews.ts';
import { test } from './support/parley.ts';

test('the guide asks about what is in the folder, is answered by clicking, and quotes the answers', async ({
  parley: { page },
}) => {
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await expect(conversation(page)).toContainText('tiny-parser');
  const picked = await pickFirstOfEach(card);
  expect(picked.length).toBeGreaterThan(1);
  await press(card, 'Submit answers');
  await expect(card).toContainText('Answered');
  await waitingPlan(page);
  for (const label of picked) await expect.poll(() => textOutsideCards(page)).toContain(label);
});

test('a typed reply ends the questions, keeps what was typed there readable, and the guide follows it', async ({
  parley: { page },
}) => {
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await expect(card).toContainText('Or reply below, which closes these questions');
  await card.getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
  await card.getByRole('textbox', { name: 'Other answer', exact: true }).fill('for my future self');
  await send(page, 'just keep it short');
  await expect(card).toContainText('Answered in chat');
  await waitingPlan(page);
  await expect(cards(page)).toHaveCount(1);
  await expect.poll(() => textOutsideCards(page)).toMatch(/just keep it short.*short/is);
  await openSettled(card);
  await expect(card).toContainText('for my future self');
});

test('some questions can be left open, and Review says how many', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await card.getByRole('radio').first().click();
  await card.getByRole('tab', { name: 'Review', exact: true }).click();
  await expect(card).toContainText(/\d questions? (is|are) not answered/);
  await press(card, 'Submit answers');
  await expect(card).toContainText('Answered');
  await waitingPlan(page);
  await expect(composer(page)).toBeEnabled();
});

test('dismissing takes effect after its five seconds, and can be undone before', async ({
  parley: { page },
}) => {
  await page.clock.install();
  await send(page, 'Plan a README for this project');
  const card = await waitingCard(page);
  await button(card, 'Dismiss').click();
  await untilArmed(card);
  await holdTime(page);
  await button(card, 'Dismiss questions').click();
  await page.clock.runFor(4_900);
  await button(card, 'Undo').click();
  await page.clock.runFor(5_000);
  await expect(card).toContainText('Needs you');
  await button(card, 'Dismiss').click();
  await card.getByRole('textbox', { name: 'Reason', exact: true }).fill('Not today');
  await page.clock.runFor(1_000);
  await button(card, 'Dismiss questions').click();
  await page.clock.runFor(4_900);
  await expect(button(card, 'Undo')).toBeEnabled();
  await page.clock.runFor(100);
  await expect(button(card, 'Undo')).toBeDisabled();
  await page.clock.resume();
  await openSettled(card);
  await expect(card).toContainText('Dismissed');
  await expect(card).toContainText('Not today');
  await waitingPlan(page);
});

const permission = (page: Page) => page.getByRole('region', { name: 'Permission: npm test', exact: true });

test('the guide asks to run nothing that is not confined, and runs the tests when told to', async ({
  parley: { page },
}) => {
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await send(page, 'Make the parser faster');
  await expect(conversation(page)).toContainText('Switch to Plan and I can ask first.');
  await untilIdle(page);
  await expect(permission(page)).toHaveCount(0);
  await send(page, 'Run the tests');
  await press(permission(page), 'Deny');
  await expect(conversation(page)).toContainText('All right, I did not run npm test.');
  await untilIdle(page);
  await send(page, 'Run the tests');
  const second = page.getByRole('region', { name: 'Permission: npm test, request 2', exact: true });
  await press(second, 'Allow once');
  await expect(conversation(page)).toContainText('npm test went through.');
});

test('the guide plans, writes one small thing once it may, and takes it back when told', async ({
  parley: { page, workspaceDir },
}) => {
  const readme = join(workspaceDir, 'README.md');
  await send(page, 'Plan a README for this project');
  await pickFirstOfEach(await waitingCard(page));
  await press(await waitingCard(page), 'Submit answers');
  const plan = await waitingPlan(page);
  await expect(plan.getByRole('heading', { name: 'Steps', exact: true })).toBeVisible();
  await button(plan, 'Add a note on “Steps”').click();
  await page.keyboard.type('Fewer of them');
  await button(plan, 'Refine plan').click();
  const plans = preview(page, 'A README for this project');
  await expect(plans).toHaveCount(2);
  await expect(plans.first()).toContainText('Replaced');
  const revised = await waitingPlan(page);
  await expect(revised).toContainText('Fewer of them');
  await press(revised, 'Approve plan');
  const created = preview(page, 'Create README.md');
  await expect(created).toContainText('tiny-parser');
  expect(existsSync(readme)).toBe(false);
  await press(created, 'Apply');
  await expect(conversation(page)).toContainText('is written as you saw it');
  expect(await readFile(readme, 'utf8')).toContain('# tiny-parser');
  await expect(conversation(page)).toContainText('Connect a model to finish the plan.');
  await untilIdle(page);
  await send(page, 'undo');
  await press(preview(page, 'Delete README.md'), 'Apply');
  await expect(conversation(page)).toContainText('It is as it was before.');
  expect(existsSync(readme)).toBe(false);
});

test('after its last word the guide leads to a model and to Claude Code', async ({ parley: { page } }) => {
  await send(page, 'Plan a README for this project');
  await waitingCard(page);
  const next = page.getByRole('group', { name: 'What comes next', exact: true });
  await expect(next).toHaveCount(0);
  await send(page, 'stop');
  await expect(conversation(page)).toContainText('All right, I leave it there.');
  await button(next, 'Connect Claude').click();
  const form = page.getByRole('form', { name: 'Claude', exact: true });
  await expect(form.getByLabel('Key', { exact: true })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(button(next, 'Connect Claude')).toBeFocused();
  await button(next, 'Use Claude Code').click();
  await expect(page.getByRole('heading', { name: 'Agents', exact: true })).toBeVisible();
  await expect(button(page, 'Install Claude Code')).toBeVisible();
});
