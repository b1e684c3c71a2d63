import { expect, type Locator, type Page } from '@playwright/test';
import type { Block } from '../../test/main/agents/model/anthropic-server.ts';
import { button, send } from './chat.ts';
import { answer } from './provider.ts';

export const edit = (id: string, path: string, oldText: string, newText: string): Block => ({
  type: 'tool_use',
  id,
  name: 'edit_file',
  input: { path, edits: [{ oldText, newText }] },
});

export const write = (id: string, path: string, content: string): Block => ({
  type: 'tool_use',
  id,
  name: 'write_file',
  input: { path, content },
});

/** Renames the sample project. */
export const rename = edit('edit-1', 'package.json', '"tiny-parser"', '"small-parser"');

/** The agent's request to apply what it staged. */
export const wish = (reason = 'The new name was wished for.', id = 'resolve-1') =>
  answer({ type: 'tool_use', id, name: 'resolve', input: { action: 'apply', reason } });

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const preview = (page: Page, label = 'Edit package.json') =>
  page.getByRole('region', { name: new RegExp(`^Preview: ${escaped(label)}(, earlier one \\d+)?$`) });

/** The button with the less common actions for a file. */
export const moreFor = (card: Locator, path: string) => button(card, `More for ${path}`);

export async function editFile(card: Locator, path: string): Promise<void> {
  await moreFor(card, path).click();
  await card.getByRole('menuitem', { name: 'Edit', exact: true }).click();
}

export const field = (card: Locator, name: string) => card.getByRole('textbox', { name, exact: true });

/** Has the agent stage what the provider was told to, in Edit mode, and waits until it asks. */
export async function stage(page: Page, said = 'The new name was wished for.'): Promise<Locator> {
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  await send(page, 'Rename it');
  const card = page.getByRole('region', { name: /^Preview: / }).last();
  await expect(card).toContainText(said);
  return card;
}
