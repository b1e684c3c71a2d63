import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { composer, conversation, untilSaid } from './support/chat.ts';
import { bodyOf, lastMessage, say, test } from './support/provider.ts';

const everything = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);

test.use({
  prepare: async ({ hostName: _ }, use) =>
    use(({ dataDir }) => {
      mkdirSync(dataDir, { recursive: true });
      const every = { command: process.execPath, args: [everything] };
      writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers: { every } }));
    }),
});

const option = (page: Page, list: string, name: RegExp) =>
  page.getByRole('listbox', { name: list, exact: true }).getByRole('option', { name });

test('a prompt of a server is a slash command, with what it still needs said; the agent reads its text', async ({
  parley: { page },
  provider,
}) => {
  await composer(page).pressSequentially('/every:args');
  const prompt = option(page, 'Commands', /^\/every:args-prompt city=… \[state=…\] /);
  await expect(prompt).toBeVisible();
  await expectAccessible(page, 'prompts of a server');
  await page.keyboard.press('Enter');
  await expect(composer(page)).toHaveValue('/every:args-prompt ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('/every:args-prompt: It takes city=… (Name of the city).')).toBeVisible();
  await expect(composer(page)).toHaveValue('/every:args-prompt ');
  provider.reply(say('Rain.'));
  await page.keyboard.type('city="New York"');
  await page.keyboard.press('Enter');
  await untilSaid(page, 'Rain.');
  const [text = ''] = lastMessage(await bodyOf(provider, 0)).texts;
  expect(text).toContain('The user chose the prompt "args-prompt" of the MCP server "every"');
  expect(text).toContain("What's weather in New York?");
  await conversation(page).getByRole('button', { name: 'From every: args-prompt', exact: true }).click();
  await expect(conversation(page)).toContainText("What's weather in New York?");
  await expectAccessible(page, 'what a prompt stands for');
});

test('a resource of a server is mentioned as a file is, and goes along as data', async ({
  parley: { page },
  provider,
}) => {
  await composer(page).pressSequentially('Sum up @every:');
  const resource = option(page, 'Files and resources', /every:demo:\/\/resource\/static\/document\/features/);
  await expect(resource).toBeVisible();
  await expectAccessible(page, 'resources of a server');
  await resource.click();
  await expect(composer(page)).toHaveValue(/@every:demo:\/\/\S+features\S* $/);
  provider.reply(say('It has features.'));
  await page.keyboard.press('Enter');
  await untilSaid(page, 'It has features.');
  const [text = ''] = lastMessage(await bodyOf(provider, 0)).texts;
  expect(text).toMatch(/^Sum up @every:demo/);
  expect(text).toMatch(/The user mentioned the resource .* It follows as data of that server/);
  expect(text).toContain('Everything Server');
});

/** A server that says what it has once a file is there, beside which it notes that it was asked. */
const slowServer = (folder: string) => `import { existsSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const answer = (id, method, params) => {
  if (method === 'initialize') return send({ id, result: { protocolVersion: params.protocolVersion, capabilities: { resources: {} }, serverInfo: { name: 'slow', version: '1' } } });
  if (method === 'resources/list') return send({ id, result: { resources: [{ name: 'wren', uri: 'bird:wren' }] } });
  if (id !== undefined) send({ id, error: { code: -32601, message: 'Unknown' } });
};
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method !== 'resources/list') return answer(id, method, params);
  writeFileSync(${JSON.stringify(join(folder, 'asked'))}, '');
  const look = setInterval(() => {
    if (!existsSync(${JSON.stringify(join(folder, 'ready'))})) return;
    clearInterval(look);
    answer(id, method, params);
  }, 10);
});
`;

test.describe('a slow server', () => {
  test.use({
    manualClock: true,
    prepare: async ({ hostName: _ }, use) =>
      use(({ dataDir }) => {
        mkdirSync(dataDir, { recursive: true });
        writeFileSync(join(dataDir, 'slow.mjs'), slowServer(dataDir));
        const slow = { command: process.execPath, args: [join(dataDir, 'slow.mjs')] };
        writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers: { slow } }));
      }),
  });

  test('what it has comes into the list that is open when it says so', async ({
    parley: { page, dataDir, passTime },
  }) => {
    await composer(page).pressSequentially('Sum up @slow:');
    await expect.poll(() => existsSync(join(dataDir, 'asked'))).toBe(true);
    await passTime?.(5_000);
    writeFileSync(join(dataDir, 'ready'), '');
    await option(page, 'Files and resources', /slow:bird:wren/).click();
    await expect(composer(page)).toHaveValue('Sum up @slow:bird:wren ');
  });
});
