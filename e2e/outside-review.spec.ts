import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { button, press } from './support/chat.ts';
import { startCommand } from './support/command.ts';
import { test } from './support/parley.ts';
import { preview } from './support/previews.ts';

test('parley review shows a plan of somebody outside; approved it is printed, discarded it is not', async ({
  parley,
}) => {
  const { page } = parley;
  const file = join(parley.dataDir, 'plan.md');
  await writeFile(file, '# Move the cache\n\n1. Write it.\n2. Read it.\n');
  const approved = startCommand(parley, 'parley.js', ['review', '--asker', 'release script', file]);
  const card = preview(page, 'Move the cache');
  await expect(card.first()).toContainText('from release script');
  await expect(card.first().locator('header [data-mark]')).toHaveAttribute('data-mark', 'other');
  await expect(button(card.first(), 'Approve and start fresh')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /release script has a plan/ })).toBeVisible();
  await press(card.first(), 'Approve plan');
  expect(await approved.ended).toEqual({
    code: 0,
    stdout: '# Move the cache\n\n1. Write it.\n2. Read it.\n',
    stderr: '',
  });

  const discarded = startCommand(parley, 'parley.js', ['review', '--asker', 'another', file]);
  await expect(card).toHaveCount(2);
  await press(card.nth(1), 'Discard plan');
  expect(await discarded.ended).toEqual({ code: 2, stdout: '', stderr: 'Discarded\n' });
  // The chat's own agent has nothing to do with either.
  await expect(page.getByRole('radio', { name: 'Plan', exact: true })).toBeChecked();
});
