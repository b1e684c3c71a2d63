import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, cards, composer, press, readToEnd, send, untilArmed } from './support/chat.ts';
import { test } from './support/parley.ts';

const servers = (...args: string[]) =>
  JSON.stringify({
    mcpServers: {
      'project-files': {
        command: 'node',
        args,
        // A name that every object has is no variable by itself.
        env: { LEVEL: '${LEVEL}', CLASS: '${constructor}', NODE_OPTIONS: '--require ./early.cjs' },
      },
      issues: { url: 'https://mcp.example.com/issues', headers: { Authorization: 'Bearer ${TOKEN}' } },
    },
  });

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('a folder that brings servers asks once, in the chat, and again when one changes', async ({
  parley,
}) => {
  const { page, workspaceDir } = parley;
  await writeFile(join(workspaceDir, '.mcp.json'), servers('server.mjs'));
  await writeFile(join(workspaceDir, 'server.mjs'), 'serve()');
  await mkdir(join(workspaceDir, '.claude/commands'), { recursive: true });
  await writeFile(join(workspaceDir, '.claude/commands/review.md'), 'Review it');
  await page.reload();
  const name = 'tiny-parser';
  const first = card(page, `Trust ${name}?`);
  await expect(first).toContainText("NODE_OPTIONS='--require ./early.cjs' node server.mjs");
  for (const words of [
    'Script of this folder: server.mjs',
    'LEVEL',
    'constructor',
    'mcp.example.com',
    'TOKEN',
    'review.md',
  ])
    await expect(first).toContainText(words);
  await untilArmed(first);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await readToEnd(first, 'Trust folder');
  await press(first, 'Trust folder');
  await expect(first).toBeHidden();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toBeVisible();
  await expect(first).toBeHidden();
  await writeFile(join(workspaceDir, 'server.mjs'), 'serve(other)');
  await page.reload();
  const again = card(page, `Still trust ${name}?`);
  await expect(again).toContainText('New or changed since you trusted it');
  await press(again, 'Don’t trust');
  await expect(again).toBeHidden();
});

test('a folder’s card makes room while another waits, and is read to its end after that', async ({
  parley: { page, workspaceDir },
}) => {
  await writeFile(join(workspaceDir, '.mcp.json'), servers('server.mjs'));
  await page.reload();
  const asking = card(page, 'Trust tiny-parser?');
  await expect(asking).toContainText('node server.mjs');
  await page.setViewportSize({ width: 360, height: 740 });
  await send(page, 'Plan a README');
  await expect(cards(page).last()).toBeVisible();
  await expect(asking).toBeVisible();
  await expect(asking).not.toContainText('node server.mjs');
  await page.reload();
  await expect(cards(page).last()).toBeVisible();
  await expect(asking).not.toContainText('node server.mjs');
  await button(asking, 'Collapse').click();
  await readToEnd(asking, 'Trust folder');
  await press(asking, 'Trust folder');
  await expect(asking).toBeHidden();
  await expect(composer(page)).toBeFocused();
});
