import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { connectMcp, type Generation } from '../test/main/outside/mcp-clients.ts';
import {
  type CompanionFile,
  companionFileName,
  companionFileSchema,
} from '../src/shared/host/companion-file.ts';
import { expectFlawless } from './support/accessibility.ts';
import { button, cards, press } from './support/chat.ts';
import { startCommand } from './support/command.ts';
import { projectRoot } from './support/hosts.ts';
import { openSettings } from './support/pages.ts';
import { type Parley, test } from './support/parley.ts';

const options = [
  { label: 'First', description: 'The first of them' },
  { label: 'Second', description: 'The second of them' },
];

const askFor = (question: string) => ({ questions: [{ question, header: 'Which', options }] });

/** A client on the built `parley mcp`, where no window can be shown. */
const clientOf = (generation: Generation, { dataDir, workspaceDir: cwd }: Parley, ...args: string[]) =>
  connectMcp(
    generation,
    {
      command: join(projectRoot, 'out/cli/parley.js'),
      args: ['mcp', '--data-dir', dataDir, ...args],
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: dataDir },
    },
    { name: 'codex' },
  );

/** The companion of a data dir, once one is announced. */
async function announced(dataDir: string): Promise<CompanionFile> {
  let found: CompanionFile | undefined;
  await expect(async () => {
    const text = await readFile(join(dataDir, companionFileName), 'utf8');
    found = companionFileSchema.parse(JSON.parse(text));
  }).toPass();
  if (found === undefined) throw new Error('No companion is announced.');
  return found;
}

/** Ends a process that is no child of this one, and waits until it is gone. */
async function endProcess(pid: number): Promise<void> {
  process.kill(pid, 'SIGTERM');
  await expect(() => expect(() => process.kill(pid, 0)).toThrow()).toPass();
}

test('parley mcp --start starts one Parley for calls that find none at the same time', async ({ parley }) => {
  test.skip(parley.host !== 'browser', 'a desktop window ends with its process');
  parley.console.expect(/net::ERR_|WebSocket/);
  await parley.end('SIGTERM');
  const clients = await Promise.all(
    (['2025', '2026'] as const).map((generation) => clientOf(generation, parley, '--start', '--browser')),
  );
  const results = clients.map((client, index) => client.call('ask_user', askFor(`Question ${index}?`)));
  const companion = await announced(parley.dataDir);
  try {
    const { page } = parley;
    await page.goto(`${companion.url}/?token=${companion.token}`);
    for (const index of [0, 1]) {
      const card = cards(page).filter({ hasText: `Question ${index}?` });
      await card.getByRole('radio', { name: 'Second', exact: true }).click();
      await press(card, 'Submit answers');
    }
    for (const result of results)
      expect((await result).content).toEqual([{ type: 'text', text: '{"answers":{"0":"Second"}}' }]);
    for (const client of clients) await client.close();
    // What was started outlives those who started it.
    expect(await announced(parley.dataDir)).toEqual(companion);
  } finally {
    await endProcess(companion.pid);
  }
});

const token = async (parley: Parley, ...args: string[]) =>
  startCommand(parley, 'parley.js', ['token', ...args]).ended;

/** The status that a request to the endpoint gets with a bearer. */
async function statusWith(bearer: string, { dataDir }: Parley): Promise<number> {
  const { mcpUrl } = await announced(dataDir);
  const headers = { authorization: `Bearer ${bearer}` };
  return (await fetch(mcpUrl, { method: 'POST', headers, body: '{}' })).status;
}

test('parley token lets a client in over HTTP until it is revoked, whether or not Parley runs', async ({
  parley,
}) => {
  parley.console.expect(/net::ERR_|WebSocket|Failed to fetch/);
  const running = await token(parley);
  expect(running.stdout).toMatch(/^parley_[\w-]{43}\n$/);
  expect(running.stderr).toContain((await announced(parley.dataDir)).mcpUrl);
  await parley.end('SIGTERM');
  const away = await token(parley);
  await parley.start();
  const bearers = [running, away].map(({ stdout }) => stdout.trim());
  for (const bearer of bearers) expect(await statusWith(bearer, parley)).not.toBe(401);
  expect(await token(parley, '--revoke')).toMatchObject({ code: 0, stderr: '2 tokens were revoked.\n' });
  for (const bearer of bearers) expect(await statusWith(bearer, parley)).toBe(401);
});

test('a token is made and revoked in Settings, which hears what the command line does', async ({
  parley,
}) => {
  const { page } = parley;
  await openSettings(page, 'Developer');
  const shown = page.getByRole('main');
  await expect(shown).toContainText('None yet.');
  await button(page, 'Make token').click();
  await expect(page.getByRole('status').filter({ hasText: /^Made/ })).toBeVisible();
  await expectFlawless(page, 'a new token in Settings');
  const field = page.getByRole('textbox', { name: 'The new token, shown only now', exact: true });
  const bearer = await field.inputValue();
  expect(await statusWith(bearer, parley)).not.toBe(401);
  await token(parley);
  await expect(shown).toContainText('2, the newest made on');
  await button(page, 'Revoke all tokens').click();
  await expect(page.getByRole('status').filter({ hasText: /^Saved/ })).toBeVisible();
  await expect(shown).toContainText('None yet.');
  expect(await statusWith(bearer, parley)).toBe(401);
});
