import { expect } from '@playwright/test';
import {
  button,
  cards,
  composer,
  conversation,
  pickFirstOfEach,
  press,
  send,
  waitingCard,
  waitingPlan,
} from '../support/chat.ts';
import { decisionRows, decisions } from '../support/pages.ts';
import { openByPalette } from './steps.ts';
import type { AppStory } from './state.ts';

export const guide: AppStory = {
  name: 'A plan with the guide',
  agent: 'guide',
  states: [
    { name: 'empty-chat', title: 'An empty chat', reach: ({ page }) => composer(page).waitFor() },
    {
      name: 'questions',
      title: 'Several questions, in tabs',
      async reach({ page }) {
        await send(page, 'Plan a README for this project');
        await waitingCard(page);
      },
    },
    {
      name: 'other-open',
      title: 'An answer of your own',
      async reach({ page }) {
        const card = await waitingCard(page);
        await card.getByRole('radio', { name: 'Other: write your own answer', exact: true }).click();
        await card.getByRole('textbox', { name: 'Other answer', exact: true }).fill('People who maintain it');
      },
    },
    {
      name: 'review',
      title: 'The review before sending',
      async reach({ page }) {
        const card = await waitingCard(page);
        await card.getByRole('tab').first().click();
        await pickFirstOfEach(card);
      },
    },
    {
      name: 'dismiss-reason',
      title: 'Dismissing, with a reason',
      async reach({ page }) {
        const card = await waitingCard(page);
        await button(card, 'Dismiss').click();
        await card.getByRole('textbox', { name: 'Reason', exact: true }).fill('Not now');
      },
    },
    {
      name: 'answered',
      title: 'Answered, and the plan',
      async reach({ page }) {
        const card = await waitingCard(page);
        await button(card, 'Keep').click();
        await press(card, 'Submit answers');
        await waitingPlan(page);
      },
    },
    {
      name: 'plan-note',
      title: 'Notes on a plan',
      async reach({ page }) {
        const plan = await waitingPlan(page);
        await button(plan, 'Add a note on “Steps”').click();
        await plan.getByRole('textbox', { name: 'Note on “Steps”', exact: true }).fill('Fewer of them');
      },
    },
    {
      name: 'plan-edit',
      title: 'A plan that is edited',
      reach: async ({ page }) => button(await waitingPlan(page), 'Edit').click(),
    },
    {
      name: 'plan-approved',
      title: 'An approved plan, and its first change',
      async reach({ page }) {
        const plan = await waitingPlan(page);
        await button(plan, 'Done').click();
        await press(plan, 'Approve plan');
        await expect(button(page.getByRole('region', { name: /^Preview: / }).last(), 'Apply')).toBeVisible();
      },
    },
    {
      name: 'tool-lines',
      title: 'What the agent looked at, opened',
      async reach({ page }) {
        const line = conversation(page)
          .getByRole('button', { name: /^(Explored|Read) / })
          .first();
        await conversation(page).press('Home');
        await line.click();
        await expect(line).toHaveAttribute('aria-expanded', 'true');
        await line.scrollIntoViewIfNeeded();
      },
    },
  ],
};

export const dismissed: AppStory = {
  name: 'Questions that were not clicked',
  agent: 'guide',
  alone: true,
  states: [
    {
      name: 'answered-in-chat',
      title: 'A typed reply instead of clicks',
      async reach({ page }) {
        await send(page, 'Plan a README for this project');
        await waitingCard(page);
        await send(page, 'Make it short, for people who never used a parser');
        await waitingPlan(page);
      },
    },
    {
      name: 'dismissed',
      title: 'Dismissed questions',
      sameNames: true,
      async reach({ page }) {
        await send(page, 'Plan tests for this project');
        const card = await waitingCard(page);
        await button(card, 'Dismiss').click();
        await press(card, 'Dismiss questions');
        await expect(card).toContainText('Dismissed');
        await waitingPlan(page);
      },
      inView: (page) => cards(page).last(),
    },
    {
      name: 'decisions',
      title: 'The record of decisions',
      async reach({ page }) {
        await openByPalette(page, 'Decisions');
        await decisionRows(page).last().waitFor();
      },
    },
    {
      name: 'decision-open',
      title: 'One decision, opened',
      async reach({ page }) {
        await button(decisionRows(page).first(), 'Show details').click();
      },
    },
    {
      name: 'decisions-found',
      title: 'Decisions with a word, of one kind',
      async reach({ page }) {
        await button(decisions(page), 'Hide details').click();
        await decisions(page).getByRole('searchbox').fill('test');
        await decisions(page).getByRole('combobox', { name: 'Kind', exact: true }).selectOption('Questions');
        await decisionRows(page).first().waitFor();
      },
    },
    {
      name: 'decisions-nothing',
      title: 'No decision has these words',
      async reach({ page }) {
        await decisions(page).getByRole('searchbox').fill('qqqq');
        await button(decisions(page), 'Show all decisions').waitFor();
      },
    },
  ],
};
