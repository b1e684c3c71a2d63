import { existsSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  at,
  fileIn,
  missing,
  openDamaged,
  overwritten,
  pageSize,
  storedChats,
  withPage,
} from '../../../../test/main/storage/damaged-database.ts';
import { makeOlderDatabase } from '../../../../test/main/storage/older-database.ts';
import { storedRows } from '../../../../test/main/storage/stored-chats.ts';
import { temporaryFolder } from '../../../../test/main/temporary-folder.ts';
import { startTestApp, watchChat } from '../../../../test/main/test-app.ts';
import { databaseIn, openAsHost } from '../../../../test/main/storage/prepared-database.ts';
import { recoveredTables } from './recovered-tables.ts';

it('a damaged page gives back every row of the other pages, and bare ones for what others hang on', async () => {
  const { folder, whole, pages } = storedChats();
  const damageable = [...Object.keys(storedRows), 'messages_of_workspace', 'sqlite_autoindex_parts_1'];
  for (const name of damageable) {
    const leaves = pages.filter(({ isLeaf, table }) => isLeaf && table === name);
    const { number, table, cells } = leaves[Math.floor(leaves.length / 2)] ?? missing(name);
    const damaged = withPage(whole, number, overwritten);
    const { recovery, counts, isSound } = await openDamaged(folder, damaged);
    const where = `page ${number} of ${table}`;
    const isKept = readFileSync(recovery?.setAside ?? '').equals(damaged);
    expect({ where, isSound, isKept }).toEqual({ where, isSound: true, isKept: true });
    for (const [name, stored] of Object.entries(storedRows)) {
      const lost = name === table ? cells : 0;
      const hangingOn = ['asks', 'pending_actions'].includes(name) && table === 'parts' ? cells : 0;
      if ((counts[name] ?? 0) < stored - lost - hangingOn) expect({ where, counts }).toEqual(storedRows);
    }
  }
});

it('a recovery reads what lies between damaged pages, and leaves no card that nothing shows', async () => {
  const { folder, whole, pages } = storedChats();
  const leaves = pages.filter(({ table, isLeaf }) => table === 'parts' && isLeaf);
  const damaged = leaves.filter((_, index) => index % 8 === 3);
  const bytes = damaged.reduce<Buffer>((soFar, { number }) => withPage(soFar, number, overwritten), whole);
  const { recovery } = await openDamaged(folder, bytes);
  const lost = damaged.reduce((sum, { cells }) => sum + cells, 0);
  expect(damaged.length).toBeGreaterThan(3);
  expect(recovery?.kept.find(({ table }) => table === 'parts')?.kept).toBe(storedRows.parts - lost);
  const database = new DatabaseSync(fileIn(folder));
  const unseen = `SELECT count(*) AS count FROM asks WHERE NOT EXISTS (SELECT 1 FROM parts
    WHERE parts.message_id = asks.message_id AND parts.tool_call_id = asks.tool_call_id)`;
  expect(database.prepare(unseen).get()).toEqual({ count: 0 });
  const named = database
    .prepare(`SELECT count(*) AS count FROM parts WHERE text LIKE 'What stood here %'`)
    .get();
  expect(Number(named?.['count'])).toBeGreaterThan(0);
  database.close();
});

it('a recovery keeps chats whose own row is lost, under the name and folder that the decisions know', async () => {
  const { folder, whole, pages } = storedChats();
  const page = pages.find(({ table, isLeaf }) => table === 'workspaces' && isLeaf)?.number ?? 0;
  await openDamaged(folder, withPage(whole, page, overwritten));
  const database = new DatabaseSync(fileIn(folder));
  const chats = database.prepare('SELECT name, folder FROM workspaces').all();
  expect(chats).toHaveLength(storedRows.workspaces);
  expect(chats).toContainEqual({ name: 'Chat 3', folder: '/projects/3' });
  database.close();
});

it('a recovery keeps what was said in messages whose own row is lost, in their chat and in their order', async () => {
  const { folder, whole, pages } = storedChats();
  const page = pages.filter(({ table, isLeaf }) => table === 'messages' && isLeaf)[3]?.number ?? 0;
  const { counts } = await openDamaged(folder, withPage(whole, page, overwritten));
  expect(counts['messages']).toBe(storedRows.messages);
  const { client, app } = await startTestApp(folder, {});
  for (const { id } of app.state().workspaces) {
    const chat = await watchChat(client, id);
    const { messages } = await chat.until((transcript) => transcript.messages.length > 0);
    const said = messages.flatMap((message) => (message.role === 'user' ? [message.text] : []));
    expect(said).toEqual(said.map((_, index) => `said ${index} in ${id}`));
  }
});

it('a recovery says what is here again, what is not, and where the damaged file is', async () => {
  const { folder, whole, pages } = storedChats();
  const page = pages.filter(({ table, isLeaf }) => table === 'ledger' && isLeaf)[2];
  const { recovery } = await openDamaged(folder, withPage(whole, page?.number ?? 0, overwritten));
  expect(recovery?.notice).toBe(
    `The database was damaged. Could not be read: ${page?.cells} of 400 decisions. Everything else was recovered. The damaged file was kept as ${fileIn(folder)}.corrupt-1000.`,
  );
});

const damage = fc.array(
  fc.record({
    page: fc.double({ min: 0, max: 0.999, noNaN: true }),
    kind: fc.constantFrom('zeros', 'ones', 'noise', 'a few bytes', 'another page', 'cut off'),
    seed: fc.integer({ min: 1, max: 2 ** 30 }),
  }),
  { minLength: 1, maxLength: 12 },
);

it('a database damaged anywhere opens as a sound one, and the damaged file is kept as it was', async () => {
  const { folder, whole } = storedChats();
  await fc.assert(
    fc.asyncProperty(damage, async (damages) => {
      const bytes = damages.reduce<Buffer>(
        (soFar, { page, kind, seed }) => harm(soFar, page, kind, seed),
        whole,
      );
      const { recovery, isSound } = await openDamaged(folder, bytes);
      if (recovery !== undefined) {
        expect(isSound).toBe(true);
        expect(readFileSync(recovery.setAside).equals(bytes)).toBe(true);
      }
      expect(readdirSync(folder).filter((name) => name.includes('.recovered'))).toEqual([]);
    }),
    { numRuns: 25 },
  );
});

function harm(bytes: Buffer, place: number, kind: string, seed: number): Buffer {
  const count = bytes.length / pageSize;
  const number = 1 + Math.floor(place * count);
  if (kind === 'cut off') return bytes.subarray(0, Math.max(1, number) * pageSize);
  return withPage(bytes, number, (page) => {
    if (kind === 'zeros') page.fill(0);
    else if (kind === 'ones') page.fill(0xff);
    else if (kind === 'another page') bytes.copy(page, 0, (seed % count) * pageSize);
    else noise(kind === 'noise' ? page : page.subarray(seed % 4_000), seed);
  });
}

function noise(into: Buffer, seed: number): void {
  for (let index = 0, state = seed; index < Math.min(into.length, pageSize); index += 1) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    into[index] = state >> 16;
  }
}

it('a recovery of an older database is followed by its migrations', async () => {
  const folder = temporaryFolder();
  let page: unknown;
  makeOlderDatabase(fileIn(folder), (old) => {
    page = old.prepare(`SELECT pageno FROM dbstat WHERE name = 'drafts'`).get()?.['pageno'];
  });
  const bytes = withPage(readFileSync(fileIn(folder)), Number(page), overwritten);
  const { counts } = await openDamaged(folder, bytes);
  expect(counts).toMatchObject({
    workspaces: 1,
    messages: 6,
    asks: 2,
    pending_actions: 1,
    drafts: 0,
    ledger: 2,
  });
  const database = new DatabaseSync(fileIn(folder));
  expect(database.prepare('SELECT folder_identity FROM workspaces').all()).toEqual([
    { folder_identity: null },
  ]);
  database.close();
});

it('a recovery that was cut off before its last step is ended at the next start, apart from what was damaged', async () => {
  const { folder, whole, pages } = storedChats();
  const page = pages.find(({ table, isLeaf }) => table === 'ledger' && isLeaf)?.number ?? 0;
  await openDamaged(folder, withPage(whole, page, overwritten));
  renameSync(fileIn(folder), `${fileIn(folder)}.recovered`);
  writeFileSync(`${fileIn(folder)}-wal`, 'of the damaged one');
  const { database, recovery } = await openAsHost(folder, at);
  expect(recovery).toBeUndefined();
  expect(database.durable.prepare('SELECT count(*) AS c FROM workspaces').get()).toEqual({ c: 40 });
  expect(readFileSync(`${fileIn(folder)}.corrupt-1000-2-wal`, 'utf8')).toBe('of the damaged one');
  database.close();
});

it('a recovery takes no name that is there, though the clock was set back', async () => {
  const { folder, whole, pages } = storedChats();
  const damaged = withPage(whole, pages.at(-1)?.number ?? 0, overwritten);
  writeFileSync(fileIn(folder), damaged);
  writeFileSync(`${fileIn(folder)}.corrupt-1000`, 'an earlier one');
  const { database, recovery } = await openAsHost(folder, at);
  database.close();
  expect(recovery?.setAside).toBe(`${fileIn(folder)}.corrupt-1000-2`);
  expect(readFileSync(`${fileIn(folder)}.corrupt-1000`, 'utf8')).toBe('an earlier one');
  expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600);
  expect(existsSync(`${fileIn(folder)}-suspect`)).toBe(false);
});

it('a recovery knows every table, and no column that is not there', () => {
  const folder = temporaryFolder();
  databaseIn(folder).close();
  const database = new DatabaseSync(fileIn(folder));
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all();
  expect(recoveredTables.map(({ name }) => name).sort()).toEqual(
    tables.map(({ name }) => String(name)).sort(),
  );
  for (const { name, json } of recoveredTables) {
    const columns = database
      .prepare('SELECT name FROM pragma_table_info(?)')
      .all(name)
      .map((row) => String(row['name']));
    expect(json.filter((column) => !columns.includes(column))).toEqual([]);
  }
  database.close();
});
