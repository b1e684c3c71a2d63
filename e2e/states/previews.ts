import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { button, composer, press } from '../support/chat.ts';
import { edit, editFile, field, preview, rename, stage, wish, write } from '../support/previews.ts';
import { answer, say } from '../support/provider.ts';
import { agentDone } from './steps.ts';
import type { AppStory } from './state.ts';

const parser = (id: string) =>
  edit(
    id,
    'src/parse.js',
    "  const lines = text.split('\\n').filter((line) => line.includes('='));\n",
    "  const lines = text.split('\\n').filter((line) => line.includes('=') && !line.startsWith('#'));\n",
  );
const test = edit(
  'test-1',
  'test/parse.test.js',
  "import { test } from 'node:test';",
  "import test from 'node:test';",
);
const notes = write('notes-1', 'CHANGES.md', '# Changes\n\n- Lines that begin with `#` are comments.\n');

export const previews: AppStory = {
  name: 'Previews of edits',
  agent: 'claude',
  states: [
    {
      name: 'preview-waits',
      title: 'A change that waits, with the agent’s reason',
      async reach({ page, provider }) {
        provider.reply(answer(rename), wish(), say('The project has its new name.'));
        await stage(page);
      },
      inView: (page) => preview(page),
    },
    {
      name: 'preview-edited',
      title: 'The proposed text being edited',
      async reach({ page }) {
        await editFile(preview(page), 'package.json');
        const text = field(preview(page), 'Text of package.json');
        await text.fill((await text.inputValue()).replace('small-parser', 'line-parser'));
        await expect(preview(page)).toContainText('With your edit of package.json');
      },
      inView: (page) => preview(page),
    },
    {
      name: 'preview-applied',
      title: 'A change applied with an edit and a note',
      async reach({ page }) {
        await button(preview(page), 'Add a note').click();
        await field(preview(page), 'Note').fill('This says more.');
        await press(preview(page), 'Apply');
        await expect(preview(page)).toContainText('with your edits');
        await agentDone(page);
      },
      inView: (page) => preview(page),
    },
    {
      name: 'preview-undone',
      title: 'A change that was undone',
      async reach({ page }) {
        await press(preview(page), 'Undo');
        await expect(preview(page)).toContainText('Undone');
        await composer(page).focus();
      },
      inView: (page) => preview(page),
    },
    {
      name: 'preview-many',
      title: 'Several files in one preview',
      async reach({ page, provider }) {
        provider.reply(
          answer(parser('parser-1'), test, notes),
          wish('Comments were asked for.', 'resolve-2'),
        );
        await stage(page, 'Comments were asked for.');
      },
      inView: (page) => preview(page, 'Change 3 files'),
    },
    {
      name: 'preview-split',
      title: 'Old and new lines side by side',
      widths: ['medium', 'wide'],
      async reach({ page }) {
        await page.setViewportSize({ width: 1440, height: 900 });
        await button(preview(page, 'Change 3 files'), 'Open beside').click();
        await button(page, 'Side by side').click();
      },
      inView: (page) => preview(page, 'Change 3 files'),
    },
    {
      name: 'preview-commented',
      title: 'A comment on a line, and one being written',
      async reach({ page }) {
        const pane = page.getByRole('region', { name: '3 files to review', exact: true });
        if (await pane.isHidden()) {
          await button(preview(page, 'Change 3 files'), 'Open beside').click();
        } else await button(pane, 'Side by side').click();
        const line = pane.locator('[data-path="src/parse.js"] [data-kind=added][data-mark]').first();
        await line.hover();
        await line.locator('.diff-comment').click();
        await page.keyboard.type('Is a # within quotes a comment as well?');
        await button(pane, 'Done').click();
        const other = pane.locator('[data-path="test/parse.test.js"] [data-kind=removed][data-mark]').first();
        await other.hover();
        await other.locator('.diff-comment').click();
        await page.keyboard.type('Why not');
      },
      inView: (page) => preview(page, 'Change 3 files'),
    },
    {
      name: 'preview-conflict',
      title: 'A file that somebody else made meanwhile',
      async reach({ page, workspaceDir }) {
        await writeFile(join(workspaceDir, 'CHANGES.md'), '# Mine\n');
        const card = preview(page, 'Change 3 files');
        await button(page, 'Close pane').click();
        await card.hover();
        await expect(card).toContainText('Changed on both sides');
        await expect(button(card, 'Apply 3 files')).toBeDisabled();
      },
      inView: (page) => preview(page, 'Change 3 files'),
    },
    {
      name: 'preview-superseded',
      title: 'A preview that gave way to a newer one, and the newer one discarded',
      async reach({ page, provider }) {
        provider.reply(answer(parser('parser-2')), wish('Only what is needed.', 'resolve-3'), say('Well.'));
        await stage(page, 'Only what is needed.');
        const newer = preview(page, 'Edit src/parse.js');
        await button(newer, 'Discard').click();
        await field(newer, 'Reason').fill('Comments belong into another file.');
        await press(newer, 'Discard changes');
        await expect(newer).toContainText('Discarded');
        await agentDone(page);
      },
      inView: (page) => preview(page, 'Edit src/parse.js'),
    },
  ],
};
