import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { press, readToEnd, send, untilArmed, untilSaid } from '../support/chat.ts';
import { openSettings } from '../support/pages.ts';
import { answer, say } from '../support/provider.ts';
import type { AppStory } from './state.ts';

const note = {
  version: '1.2',
  text: 'The parser reads **comments** at the end of a line, and `--strict` refuses what it does not know.',
};

const trustOf = (page: Page) => page.getByRole('region', { name: 'Trust your own tools?', exact: true });

export const customTools: AppStory = {
  name: 'Custom tools',
  agent: 'claude',
  prepare({ dataDir }) {
    cpSync('docs/examples/release-note.mjs', join(dataDir, 'tools/release-note.mjs'));
    writeFileSync(join(dataDir, 'tools/tide-table.mjs'), 'export default { name: "tides" };\n');
  },
  states: [
    {
      name: 'custom-trust',
      title: 'Tools of one’s own, before their content is trusted',
      reach: ({ page }) => readToEnd(trustOf(page), 'Trust tools'),
    },
    {
      name: 'custom-preview',
      title: 'What a custom tool would do, before it does it',
      async reach({ page, provider }) {
        await press(trustOf(page), 'Trust tools');
        await page.getByRole('radio', { name: 'Edit', exact: true }).click();
        provider.reply(
          answer({ type: 'tool_use', id: 'n1', name: 'release_note', input: note }),
          answer({
            type: 'tool_use',
            id: 'r1',
            name: 'resolve',
            input: { action: 'apply', reason: 'The version is out.' },
          }),
          say('The note is in the list.'),
        );
        await send(page, 'Note the release');
        const asked = page.getByRole('region', { name: 'Permission: Run release_note', exact: true });
        await expect(asked).toBeVisible();
        await press(asked, 'Allow once');
        const card = page.getByRole('region', { name: /Note on 1\.2/ });
        await expect(card).toBeVisible();
        await untilArmed(card);
      },
    },
    {
      name: 'custom-applied',
      title: 'What came of it',
      async reach({ page }) {
        const card = page.getByRole('region', { name: /Note on 1\.2/ });
        await press(card, 'Apply');
        await untilSaid(page, 'The note is in the list.');
      },
    },
    {
      name: 'custom-settings',
      title: 'The custom tools in Settings, one of them not offered',
      widths: ['phone', 'page', 'wide'],
      async reach({ page }) {
        await openSettings(page, 'Tools');
        await expect(page.getByText('It exports no tool by default.', { exact: true })).toBeVisible();
      },
    },
  ],
};
