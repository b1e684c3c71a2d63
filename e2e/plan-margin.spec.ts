import { expect } from '@playwright/test';
import { button, send } from './support/chat.ts';
import { wish } from './support/previews.ts';
import { answer, say, test } from './support/provider.ts';

const plan = [
  '# Notes',
  '',
  'Some words first.',
  '',
  '## Steps',
  '',
  '1. Write it down.',
  '2. Read it again.',
  '',
  '## Check',
  '',
  'Read it aloud.',
  '',
].join('\n');

test('notes on a plan stand beside their blocks where the pane has room, and below them where not', async ({
  parley: { page },
  provider,
}) => {
  provider.reply(
    answer({ type: 'tool_use', id: 'plan-1', name: 'propose_plan', input: { title: 'Notes', plan } }),
    wish('Ready.'),
    say('On it.'),
  );
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.getByRole('radio', { name: 'Plan', exact: true }).click();
  await send(page, 'Plan it');
  const card = page.getByRole('region', { name: 'Preview: Notes', exact: true });
  await button(card, 'Open beside').click();
  const pane = page.getByRole('region', { name: 'Plan', exact: true });
  const edge = page.getByRole('separator', { name: 'Width of the pane', exact: true });
  const place = async (text: string) => {
    const box = await pane.getByRole('listitem').filter({ hasText: text }).boundingBox();
    const field = await pane.getByRole('textbox', { name: `Note on “${text}”`, exact: true }).boundingBox();
    if (box === null || field === null) throw new Error('They are not shown.');
    return { text: box, field };
  };
  for (const text of ['Write it down.', 'Read it again.']) {
    await button(pane, `Add a note on “${text}”`).click();
    await pane
      .getByRole('textbox', { name: `Note on “${text}”`, exact: true })
      .fill('Longer than that, please');
  }
  await edge.focus();
  await page.keyboard.press('Home');
  await expect(async () => {
    const { text, field } = await place('Write it down.');
    expect(field.x).toBeLessThan(text.x + 40);
    expect(field.y).toBeGreaterThan(text.y + 12);
  }).toPass();
  await page.keyboard.press('End');
  await expect(async () => {
    const { text, field } = await place('Write it down.');
    expect(field.x).toBeGreaterThan(text.x + 300);
    expect(Math.abs(field.y - text.y)).toBeLessThan(16);
    expect((await place('Read it again.')).field.y).toBeGreaterThan(field.y + field.height);
  }).toPass();
});
