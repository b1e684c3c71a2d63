import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, press, send } from './support/chat.ts';
import { answer, say, test } from './support/provider.ts';

const resolve = answer({
  type: 'tool_use',
  id: 'resolve-1',
  name: 'resolve',
  input: { action: 'apply', reason: 'As it was wished.' },
});

const bundle = Array.from(
  { length: 12_000 },
  (_, at) => `function f${at}(a,b){return a>${at}?g(a,"${at}"):h(b)}`,
).join(';');

test('a change of a file of one long line shows what changes, and all that is left out stays', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  const path = join(workspaceDir, 'bundle.min.js');
  await writeFile(path, bundle);
  const edits = [
    { oldText: 'function f120(', newText: 'function first(' },
    { oldText: 'a>9000?', newText: 'a>=9000?' },
  ];
  const edit = {
    type: 'tool_use' as const,
    id: 'edit-1',
    name: 'edit_file',
    input: { path: 'bundle.min.js', edits },
  };
  provider.reply(answer(edit), resolve, say('Done.'));
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await send(page, 'Rename it');
  const card = page.getByRole('region', { name: 'Preview: Edit bundle.min.js', exact: true });
  const changes = card.getByRole('group', { name: 'Changes of bundle.min.js' });
  await expect(changes.locator('.diff-word')).toHaveText(['f120', 'first', '=']);
  await expect(changes.locator('.diff-cut').first()).toHaveAttribute('data-words', /^⋯ [\d,]+ characters$/);
  expect((await changes.textContent())?.length).toBeLessThan(1_500);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, 'a change within a long line');
  await press(card, 'Apply');
  await expect(card).toContainText('Applied');
  expect(await readFile(path, 'utf8')).toBe(
    bundle.replace('function f120(', 'function first(').replace('a>9000?', 'a>=9000?'),
  );
});

test('a new file of one long line is read in rows, and applied once all of them were shown', async ({
  parley: { page, workspaceDir },
  provider,
}) => {
  const input = { path: 'data.js', content: bundle };
  provider.reply(
    answer({ type: 'tool_use', id: 'write-1', name: 'write_file', input }),
    resolve,
    say('Done.'),
  );
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await send(page, 'Write it');
  const card = page.getByRole('region', { name: 'Preview: Create data.js', exact: true });
  await button(card, 'Read and apply').click();
  const pane = page.getByRole('region', { name: '1 file to review', exact: true });
  await expect(button(pane, 'Show everything')).toBeVisible();
  await expect(button(pane, 'Apply')).toHaveCount(0);
  await expect(pane).toContainText('(400 of');
  await button(pane, 'Show everything').click();
  await expect(button(pane, 'Apply')).toBeVisible();
  expect(
    (await pane.getByRole('group', { name: 'Changes of data.js' }).textContent())?.includes(bundle),
  ).toBe(true);
  await press(pane, 'Apply');
  await expect(card).toContainText('Applied');
  expect(await readFile(join(workspaceDir, 'data.js'), 'utf8')).toBe(bundle);
});
