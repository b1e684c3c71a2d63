import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { pngOf } from '../../test/main/agents/model/sample-images.ts';
import { button, composer, conversation, send } from '../support/chat.ts';
import { answer, say } from '../support/provider.ts';
import { agentDone } from './steps.ts';
import type { AppStory } from './state.ts';

const photo = { name: 'garden in june.png', mimeType: 'image/png', buffer: pngOf(640, 400) };
const note = {
  name: 'notes.md',
  mimeType: 'text/markdown',
  buffer: Buffer.from('# Notes\n\nRemember the milk.\n'),
};

async function attach(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Attach').click();
  await (await chooser).setFiles([photo, note]);
  await expect(button(page, 'Remove notes.md')).toBeVisible();
}

const read = (id: string, path: string) => ({
  type: 'tool_use' as const,
  id,
  name: 'read_file',
  input: { path },
});

const thoughts = 'The person wants to know what the parser does first.\n\nI should read **both** files.';

export const messages: AppStory = {
  name: 'Messages of many kinds',
  agent: 'claude',
  states: [
    {
      name: 'attachments',
      title: 'Files that go with a message',
      async reach({ page, workspaceDir }) {
        await writeFile(join(workspaceDir, 'my notes.md'), 'Notes');
        await attach(page);
      },
    },
    {
      name: 'refused-image',
      title: 'An image that can’t be read, refused beside files that go with a message',
      async reach({ page }) {
        const cut = {
          name: 'screenshot.png',
          mimeType: 'image/png',
          buffer: pngOf(640, 400).subarray(0, 300),
        };
        const chooser = page.waitForEvent('filechooser');
        await button(page, 'Attach').click();
        await (await chooser).setFiles([cut]);
        await expect(page.getByRole('alert')).toContainText('screenshot.png');
      },
    },
    {
      name: 'mentioning',
      title: 'A file to mention',
      async reach({ page }) {
        await composer(page).pressSequentially('What are these, and @pars');
        await expect(page.getByRole('listbox').getByRole('option', { selected: true })).toBeVisible();
      },
    },
    {
      name: 'attached',
      title: 'Sent with files, answered after a look',
      async reach({ page, provider }) {
        provider.reply(
          answer(
            { type: 'thinking', thinking: thoughts },
            { type: 'text', text: 'I will look at the folder first.' },
            read('a', 'src/parse.js'),
            read('b', 'package.json'),
          ),
          answer(read('c', 'no/such/file.js')),
          say('A garden, and `src/parse.js` is **the parser**: it reads one line at a time.'),
        );
        await composer(page).press('Enter');
        await composer(page).press('Enter');
        await expect(conversation(page)).toContainText('one line at a time');
        await agentDone(page);
      },
    },
    {
      name: 'file-in-pane',
      title: 'An attached file beside the conversation, over it, and as a sheet',
      async reach({ page }) {
        await conversation(page).getByRole('button', { name: 'Open notes.md' }).click();
        await page.getByText('Remember the milk.').waitFor();
      },
    },
    {
      name: 'reasoning',
      title: 'What the agent thought and looked at, opened',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        const folded = conversation(page).locator('[aria-expanded=false]');
        while ((await folded.count()) > 0) await folded.first().click();
      },
    },
    {
      name: 'image',
      title: 'An image, larger',
      async reach({ page }) {
        await button(conversation(page), `Open ${photo.name}`).click();
        await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
      },
    },
    {
      name: 'editing',
      title: 'A message written anew',
      async reach({ page }) {
        await page.keyboard.press('Escape');
        await button(page, 'Edit and resend').first().click();
        await button(page, `Drop ${photo.name}`).click();
      },
      inView: (page) => button(page, 'Resend'),
    },
    {
      name: 'left-out',
      title: 'Images that a request went without',
      async reach({ page, provider }) {
        await button(page, 'Cancel').click();
        const names = ['before.png', 'after.png', 'diff.png', 'overview.png'];
        const chooser = page.waitForEvent('filechooser');
        await button(page, 'Attach').click();
        await (await chooser).setFiles(
          names.map((name, index) => ({ ...photo, name, buffer: pngOf(640, 400 + index) })),
        );
        await expect(button(page, 'Remove overview.png')).toBeVisible();
        const message = 'Could not process image';
        provider.reply(
          { type: 'status', status: 400, error: 'invalid_request_error', message },
          say('I could not see the four images of this message. The garden from before is the same.'),
        );
        await send(page, 'What has changed between these?');
        await expect(conversation(page)).toContainText('The garden from before');
        await agentDone(page);
      },
    },
    {
      name: 'queue',
      title: 'Messages that wait for the agent',
      async reach({ page, provider }) {
        provider.reply({ type: 'hang', blocks: [{ type: 'thinking', thinking: 'Where was I? ' }] });
        await send(page, 'Go on, please');
        await expect(button(page, 'Stop')).toBeVisible();
        await expect(conversation(page)).toContainText('Go on, please');
        await send(page, 'And look at the tests');
        await send(page, `Then say ${'what you found, '.repeat(12)}in short`);
        await expect(page.getByRole('region', { name: /^In the queue/ }).getByRole('listitem')).toHaveCount(
          2,
        );
      },
    },
    {
      name: 'scrolled-up',
      title: 'Reading further up',
      async reach({ page }) {
        await conversation(page).press('Home');
        await expect(button(page, 'Jump to latest')).toBeVisible();
      },
    },
    {
      name: 'find',
      title: 'Finding words in the chat',
      async reach({ page }) {
        await page.keyboard.press('ControlOrMeta+f');
        await page.getByRole('textbox', { name: 'Find in this chat', exact: true }).fill('the');
        await expect(page.getByRole('search').getByRole('status')).toHaveText(/^1 of /);
      },
    },
    {
      name: 'find-nothing',
      title: 'Words that are nowhere in the chat',
      async reach({ page }) {
        await page.getByRole('textbox', { name: 'Find in this chat', exact: true }).fill('qqqq');
        await expect(page.getByRole('search').getByRole('status')).toHaveText('Nothing found');
      },
    },
  ],
};
