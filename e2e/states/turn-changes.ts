import { mkdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { withClaudeLikeAgent } from '../../test/main/agents/external/external-chat.ts';
import { button, press, send } from '../support/chat.ts';
import { edit, stage, wish, write } from '../support/previews.ts';
import { answer, say } from '../support/provider.ts';
import { agentDone } from './steps.ts';
import type { AppStory } from './state.ts';

const changes = [
  edit(
    'parser-1',
    'src/parse.js',
    "  const lines = text.split('\\n').filter((line) => line.includes('='));\n",
    "  const lines = text.split('\\n').filter((line) => line.includes('=') && !line.startsWith('#'));\n",
  ),
  write('notes-1', 'CHANGES.md', '# Changes\n\n- Lines that begin with `#` are comments.\n'),
];

export const turnChanges: AppStory = {
  name: 'Changes of a turn',
  agent: 'claude',
  states: [
    {
      name: 'turn-changed',
      title: 'What a turn changed, under it',
      async reach({ page, provider }) {
        provider.reply(answer(...changes), wish(), say('Lines that begin with # are comments now.'));
        const card = await stage(page);
        await press(card, 'Apply 2 files');
        await agentDone(page);
        await page.getByRole('button', { name: /^Changed 2 files/ }).waitFor();
      },
    },
    {
      name: 'turn-opened',
      title: 'All that a turn changed, of which a file is another by now',
      async reach({ page, workspaceDir }) {
        await writeFile(join(workspaceDir, 'CHANGES.md'), '# What is new\n');
        await page.getByRole('button', { name: /^Changed 2 files/ }).click();
        await expect(page.getByText('Changed since then, so it stays as it is.')).toBeVisible();
      },
    },
    {
      name: 'turn-undone',
      title: 'A turn that was undone but for one file',
      async reach({ page }) {
        const undo = button(page.locator('footer'), 'Undo this turn');
        await expect(undo).toHaveAttribute('aria-disabled', 'false');
        await undo.click();
        await expect(page.getByText('Not undone, for it was changed since: CHANGES.md')).toBeVisible();
      },
    },
  ],
};

export const rewound: AppStory = {
  name: 'Back to an earlier message',
  agent: 'claude',
  states: [
    {
      name: 'rewind-opened',
      title: 'What going back to a message changes',
      async reach({ page, provider }) {
        provider.reply(answer(...changes), wish(), say('Lines that begin with # are comments now.'));
        const card = await stage(page);
        await press(card, 'Apply 2 files');
        await agentDone(page);
        await page.getByRole('log').getByText('Rename it').hover();
        await button(page.getByRole('log'), 'Back to here').click();
        await expect(page.getByText('All files go back to what they were')).toBeVisible();
      },
    },
    {
      name: 'rewound',
      title: 'A chat that went back, with the message in the field',
      async reach({ page }) {
        const back = button(page.locator('[data-pane] footer'), 'Back to here');
        await expect(back).toHaveAttribute('aria-disabled', 'false');
        await back.click();
        await expect(page.getByText('Back at this point. 2 files went back too.')).toBeVisible();
      },
    },
  ],
};

export const externalTurnChanges: AppStory = {
  name: 'Changes of an external agent’s turn',
  agent: 'external',
  prepare({ dataDir }) {
    mkdirSync(dataDir, { recursive: true });
    withClaudeLikeAgent(dataDir);
  },
  states: [
    {
      name: 'external-turn-changed',
      title: 'What an external agent changed, under its turn',
      async reach({ page }) {
        await send(page, 'Lines that begin with # are comments.');
        await agentDone(page);
        await page.getByRole('button', { name: /^Changed 4 files/ }).waitFor();
      },
    },
    {
      name: 'external-turn-opened',
      title: 'Its changes, and apart what changed meanwhile',
      async reach({ page }) {
        await page.getByRole('button', { name: /^Changed 4 files/ }).click();
        await expect(page.getByRole('heading', { name: /^Also changed meanwhile/ })).toBeVisible();
      },
      inView: (page) => page.getByRole('heading', { name: /^Also changed meanwhile/ }),
    },
  ],
};
