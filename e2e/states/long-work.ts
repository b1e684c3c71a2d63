import { expect } from '@playwright/test';
import { conversation, openAgents, send } from '../support/chat.ts';
import { answer, say } from '../support/provider.ts';
import { agentDone } from './agent-done.ts';
import type { Story } from './story.ts';

const items = [
  { text: 'Read the parser and its tests', status: 'completed' },
  { text: 'Let values hold a # inside quotes', status: 'completed' },
  { text: 'Skip comments at the end of a line', status: 'in_progress' },
  { text: 'Cover it with tests', status: 'pending' },
  { text: 'Say it in the README', status: 'pending' },
];

/** What shows of work that takes long: its steps. */
export const longWork: Story = {
  name: 'long work',
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
      },
    },
  ],
};
