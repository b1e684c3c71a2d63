import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { button } from './support/chat.ts';
import { openSettings } from './support/pages.ts';
import { test } from './support/parley.ts';

test('the files that tell the agent how to work are listed with their sizes', async ({
  parley: { page, workspaceDir },
}) => {
  const open = button(page, 'What the agent is told');
  const dialog = page.getByRole('dialog', { name: 'What the agent is told', exact: true });
  await open.click();
  await expect(dialog).toContainText('No AGENTS.md here.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await writeFile(join(workspaceDir, 'AGENTS.md'), 'Use tabs.\n'.repeat(150));
  await open.click();
  await expect(dialog.getByRole('listitem')).toHaveText(/^AGENTS\.md\s*1\.5 kB$/);
  await expectAccessible(page, 'what the agent is told');
  await page.setViewportSize({ width: 420, height: 900 });
  await expect(button(page, 'Send')).toBeInViewport();
});

test('Settings list the instruction files of each folder with a chat', async ({
  parley: { page, workspaceDir },
}) => {
  await writeFile(join(workspaceDir, 'AGENTS.md'), 'Use tabs.\n'.repeat(150));
  await openSettings(page, 'Agents');
  const files = page.locator('section').filter({ hasText: 'Instruction files' });
  await expect(files).toContainText(/AGENTS\.md\s*1\.5 kB/);
  await expectAccessible(page, 'instruction files in Settings');
});
