import { expect, type Page } from '@playwright/test';
import { button, conversation, send } from '../support/chat.ts';
import { answer, say } from '../support/provider.ts';
import type { AppStory } from './state.ts';

const problem = (page: Page) => conversation(page).getByRole('group', { name: 'Problem', exact: true });

const tooLong = {
  type: 'status',
  status: 400,
  error: 'invalid_request_error',
  message: 'prompt is too long: 210000 tokens > 200000 maximum',
} as const;

export const failures: AppStory = {
  name: 'Failures',
  agent: 'keyless',
  states: [
    {
      name: 'key-missing',
      title: 'A key that is missing',
      async reach({ page }) {
        await send(page, 'Use tabs');
        await expect(button(problem(page), 'Add key…')).toBeVisible();
      },
    },
    {
      name: 'key-field',
      title: 'The field for it',
      async reach({ page }) {
        await button(problem(page), 'Add key…').click();
        await problem(page).getByLabel('Key for Claude').fill('sk-ant-secret');
      },
    },
    {
      name: 'key-refused',
      title: 'A key that is refused',
      async reach({ page, provider }) {
        provider.reply({ type: 'status', status: 401, error: 'authentication_error' });
        await button(problem(page), 'Save and retry').click();
        await expect(button(problem(page), 'Change key…')).toBeVisible();
      },
    },
    {
      name: 'no-answer',
      title: 'An empty answer',
      async reach({ page, provider }) {
        provider.reply(answer(), answer());
        await button(problem(page), 'Change key…').click();
        await problem(page).getByLabel('Key for Claude').fill('sk-ant-another');
        await button(problem(page), 'Save and retry').click();
        await expect(button(problem(page), 'Ask again')).toBeVisible();
      },
    },
    {
      name: 'chat-too-long',
      title: 'A chat that is too long, with what the provider said',
      async reach({ page, provider }) {
        provider.reply(say('Tabs it is.'));
        await button(problem(page), 'Ask again').click();
        await expect(conversation(page)).toContainText('Tabs it is.');
        provider.reply(say('There too.'));
        await send(page, 'And in the tests?');
        await expect(conversation(page)).toContainText('There too.');
        provider.reply(tooLong, say('They want tabs.'), tooLong);
        await send(page, 'And the docs?');
        await expect(button(problem(page), 'Compact and continue')).toBeVisible();
        await button(problem(page), 'Details').click();
      },
    },
  ],
};
