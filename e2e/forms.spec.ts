import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoSidewaysScroll } from './support/accessibility.ts';
import { button, openSettled, press, send, untilArmed, untilSaid } from './support/chat.ts';
import { projectRoot } from './support/hosts.ts';
import type { AnthropicServer } from '../test/main/agents/model/anthropic-server.ts';
import type { Parley } from './support/parley.ts';
import { answer, bodyOf, lastMessage, say, test } from './support/provider.ts';
import { expectStored } from './support/stored.ts';

const program = join(projectRoot, 'test/main/mcp-servers/form-server.ts');
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test.use({
  prepare: async ({ hostName: _ }, use) =>
    use(({ dataDir }) => {
      const shop = (era: string) => ({ command: process.execPath, args: [program, era] });
      // Servers of the person's own start in their home.
      for (const folder of [dataDir, join(dataDir, '..', 'home')]) mkdirSync(folder, { recursive: true });
      const mcpServers = { modern: shop('modern'), legacy: shop('legacy') };
      writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
    }),
});

type Asked = { page: Page; server: string; tool: string };

/** Has the agent call a tool that asks, and allows the call. */
async function callTool({ page, server, tool }: Asked, provider: AnthropicServer): Promise<void> {
  await page.getByRole('radio', { name: 'Edit', exact: true }).click();
  provider.reply(
    answer({ type: 'tool_use', id: `${server}-${tool}`, name: `${server}__${tool}`, input: {} }),
    say(`The ${server} shop knows.`),
  );
  await send(page, 'Ask the shop');
  const permission = region(page, `Permission: ${tool} of ${server}`);
  await press(permission, 'Allow once');
}

test('a form of a server of either generation is filled in by keys, checked, and sent', async ({
  parley,
  provider,
}) => {
  for (const [index, server] of ['modern', 'legacy'].entries())
    await test.step(server, () => fillIn(parley, provider, { server, next: 2 * index + 1 }));
});

/** Fills in the form of a server; what came of it is in the request of the model with the number `next`. */
async function fillIn(
  { page }: Parley,
  provider: AnthropicServer,
  { server, next }: { server: string; next: number },
): Promise<void> {
  await page.setViewportSize({ width: 1200, height: 800 });
  await callTool({ page, server, tool: 'order' }, provider);
  const form = region(page, `Form from ${server}`);
  await untilArmed(form);
  await expect(page.getByRole('navigation', { name: 'Chats' })).toContainText(`${server} has a form`);
  const summary = form.getByRole('textbox', { name: 'Summary', exact: true });
  await button(form, 'Send').click();
  await expect(summary).toBeFocused();
  await expect(summary).toHaveAccessibleDescription(/This is required\./);
  await page.keyboard.type('Two lamps');
  await page.keyboard.press('Tab');
  await expect(form.getByRole('spinbutton', { name: 'Count', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(form.getByRole('radio', { name: 'Medium', exact: true })).toBeChecked();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await untilArmed(form);
  await page.keyboard.press('Control+Enter');
  await untilSaid(page, `The ${server} shop knows.`);
  await openSettled(form);
  for (const words of ['Two lamps', '3', 'Medium', 'Left out']) await expect(form).toContainText(words);
  const { results } = lastMessage(await bodyOf(provider, next));
  expect(JSON.parse(results[0]?.text ?? '')).toEqual({
    action: 'accept',
    content: { summary: 'Two lamps', count: 3, size: 'm' },
  });
}

test('a form and its draft are there after a kill, and the answer calls the tool once more', async ({
  parley,
  provider,
}) => {
  await callTool({ page: parley.page, server: 'modern', tool: 'order' }, provider);
  const field = () =>
    region(parley.page, 'Form from modern').getByRole('textbox', { name: 'Summary', exact: true });
  await field().fill('Two la');
  await expectStored(parley, 'Two la');
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end('SIGKILL');
  await parley.start();
  const form = region(parley.page, 'Form from modern');
  await expect(form).toContainText('Your answer runs the tool again');
  await expect(field()).toHaveValue('Two la');
  await field().fill('Two lamps');
  await untilArmed(form);
  await button(form, 'Send').click();
  await untilSaid(parley.page, 'The modern shop knows.');
  await expect(form).toContainText('Two lamps');
});

test('of two windows the first answer to a form counts, and the other shows it', async ({
  parley,
  provider,
  hostName,
}) => {
  test.skip(hostName !== 'browser', 'A desktop has one window.');
  const { page } = parley;
  await callTool({ page, server: 'modern', tool: 'order' }, provider);
  const other = await page.context().newPage();
  await other.goto(page.url());
  const [here, there] = [region(page, 'Form from modern'), region(other, 'Form from modern')];
  await untilArmed(there);
  await press(here, 'Dismiss');
  for (const card of [here, there]) {
    await expect(card).toHaveAttribute('data-state', 'settled');
    await expect(card).toContainText('Dismissed');
  }
  await other.close();
});

test('a link is opened once it was agreed to, and done when the person or, of 2025, its server says so', async ({
  parley,
  provider,
  hostName,
}) => {
  test.skip(hostName !== 'browser', 'A desktop opens it outside.');
  const { page } = parley;
  await callTool({ page, server: 'modern', tool: 'sign_in' }, provider);
  const link = region(page, 'Link from modern');
  await untilArmed(link);
  await expect(link.getByRole('group', { name: 'Address', exact: true })).toHaveText(
    'http://127.0.0.1:9/login?from=parley',
  );
  await expect(link.locator('strong').last()).toHaveText('127.0.0.1');
  await openLink(page, link);
  await expect(link).toContainText('Opened in your browser');
  await untilArmed(link);
  await button(link, 'Done').click();
  await untilSaid(page, 'The modern shop knows.');
  await expect(link).toContainText('Opened, done');

  await callTool({ page, server: 'legacy', tool: 'sign_in' }, provider);
  const older = region(page, 'Link from legacy');
  await untilArmed(older);
  await openLink(page, older);
  await untilSaid(page, 'The legacy shop knows.');
  await openSettled(older);
  await expect(older).toContainText('Opened, done');
});

async function openLink(page: Page, link: Locator): Promise<void> {
  const opened = page.context().waitForEvent('page');
  await button(link, 'Open').click();
  await (await opened).close();
}
