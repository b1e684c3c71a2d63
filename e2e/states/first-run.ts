import { button } from '../support/chat.ts';
import type { Story } from './story.ts';

export const firstRun: Story = {
  name: 'first run',
  agent: 'guide',
  firstRun: true,
  states: [
    {
      name: 'first-run',
      title: 'The first start',
      reach: ({ page }) => button(page, 'Open a folder').waitFor(),
    },
    {
      name: 'first-run-folder',
      title: 'Another folder for the first chat',
      browserOnly: true,
      reach: ({ page }) => button(page, 'Open a folder').click(),
    },
  ],
};
