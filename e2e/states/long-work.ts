import { expect } from '@playwright/test';
import { button, composer, conversation, openAgents, send } from '../support/chat.ts';
import { answer, say } from '../support/provider.ts';
import { agentDone } from './steps.ts';
import type { AppStory } from './state.ts';

const items = [
  { text: 'Read the parser and its tests', status: 'completed' },
  { text: 'Let values hold a # inside quotes', status: 'completed' },
  { text: 'Skip comments at the end of a line', status: 'in_progress' },
  { text: 'Cover it with tests', status: 'pending' },
  { text: 'Say it in the README', status: 'pending' },
];

export const longWork: AppStory = {
  name: 'Long work',
  agent: 'claude',
  states: [
    {
      name: 'progress-folded',
      title: 'The agent’s steps over the message',
      async reach({ page, provider }) {
        provider.reply(
          answer(
            { type: 'text', text: 'I take it step by step.' },
            { type: 'tool_use', id: 'steps', name: 'todo', input: { items } },
          ),
          say('The quotes are done; comments at the end of a line are next.'),
        );
        await send(page, 'Let config files have comments');
        await expect(conversation(page)).toContainText('are next.');
        await agentDone(page);
        await page.getByRole('region', { name: 'Progress', exact: true }).waitFor();
      },
    },
    {
      name: 'progress-open',
      title: 'The agent’s steps, all of them',
      async reach({ page }) {
        await page.getByRole('region', { name: 'Progress', exact: true }).getByRole('button').click();
      },
    },
    {
      name: 'thinking-level',
      title: 'How much the model thinks, beside the models',
      widths: ['wide'],
      async reach({ page }) {
        await openAgents(page);
        await page.getByRole('radio', { name: 'Medium', exact: true }).click();
        await page.getByRole('button', { name: / · medium thinking$/ }).waitFor();
        await page.keyboard.press('Escape');
      },
    },
    {
      name: 'versions',
      title: 'Two versions of a message',
      async reach({ page, provider }) {
        provider.reply(say('Then I begin with comments, and leave the quotes as they are.'));
        await button(conversation(page), 'Edit and resend').click();
        await page.getByRole('textbox', { name: 'Edit message', exact: true }).fill('Comments only, please');
        await button(page, 'Resend').click();
        await expect(conversation(page)).toContainText('Then I begin with comments');
        await agentDone(page);
        await page.getByRole('group', { name: 'Versions of this message', exact: true }).waitFor();
      },
    },
    {
      name: 'summary',
      title: 'What the agent reads in place of the earlier messages',
      async reach({ page, provider }) {
        provider.reply(
          say(
            'The person wants **comments** in config files.\n\n- `#` begins one\n- quotes stay as they are',
          ),
        );
        await composer(page).fill('/compact');
        await page.keyboard.press('Enter');
        const line = conversation(page).getByRole('button', { name: 'Summarised what was said before' });
        await line.click();
        await expect(conversation(page)).toContainText('The person wants comments');
      },
    },
  ],
};
