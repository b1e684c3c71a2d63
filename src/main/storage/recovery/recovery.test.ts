import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { makeOlderDatabase } from '../../testing/older-database.ts';
import { storeChats, storedRows } from '../../testing/stored-chats.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { testApp, watchChat } from '../../testing/test-app.ts';
import { openDatabase } from '../database.ts';
import { recoveredTables } from './recovered-tables.ts';
import { recoveryNotice } from './recovery-notice.ts';

const pageSize = 4_096;
const at = () => 1_000;
const fileIn = (folder: string) => join(folder, 'parley.db');

type Page = { number: number; table: string; isLeaf: boolean; cells: number };

/** A real database in a folder of its own, and what each of its pages holds. */
function storedChats() {
  const folder = temporaryFolder();
  storeChats(folder);
  const database = new DatabaseSync(fileIn(folder));
  const pages = database.prepare('SELECT pageno, name, pagetype, ncell FROM dbstat').all();
  database.close();
  return {
    folder,
    whole: readFileSync(fileIn(folder)),
    pages: pages.map(({ pageno, name, pagetype, ncell }): Page => {
      return {
        number: Number(pageno),
        table: String(name),
        isLeaf: pagetype === 'leaf',
        cells: Number(ncell),
      };
    }),
  };
}

/** Puts a damaged form of the database in a fresh folder and opens it. */
function openDamaged(folder: string, bytes: Buffer) {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  writeFileSync(fileIn(folder), bytes);
  const { database, recovery } = openDatabase(folder, at);
  const count = (table: string) =>
    Number(database.durable.prepare(`SELECT count(*) AS count FROM ${table}`).get()?.['count']);
  const isSound =
    database.durable.prepare('PRAGMA integrity_check').get()?.['integrity_check'] === 'ok' &&
    database.durable.prepare('PRAGMA foreign_key_check').all().length === 0;
  const counts = Object.fromEntries(Object.keys(storedRows).map((table) => [table, count(table)]));
  database.close();
  return { recovery, counts, isSound };
}

function withPage(whole: Buffer, number: number, fill: (page: Buffer) => void): Buffer {
  const bytes = Buffer.from(whole);
  fill(bytes.subarray((number - 1) * pageSize, number * pageSize));
  return bytes;
}

function missing(table: string): never {
  throw new Error(`${table} has no page`);
}

const overwritten = (page: Buffer) => void page.fill(0xff);

it('a damaged page gives back every row of the other pages, and bare ones for what others hang on', () => {
  const { folder, whole, pages } = storedChats();
  const damageable = [...Object.keys(storedRows), 'messages_of_workspace', 'sqlite_autoindex_parts_1'];
  for (const name of damageable) {
    const leaves = pages.filter(({ isLeaf, table }) => isLeaf && table === name);
    const { number, table, cells } = leaves[Math.floor(leaves.length / 2)] ?? missing(name);
    const damaged = withPage(whole, number, overwritten);
    const { recovery, counts, isSound } = openDamaged(folder, damaged);
    const where = `page ${number} of ${table}`;
    const isKept = readFileSync(recovery?.setAside ?? '').equals(damaged);
    expect({ where, isSound, isKept }).toEqual({ where, isSound: true, isKept: true });
    for (const [name, stored] of Object.entries(storedRows)) {
      const lost = name === table ? cells : 0;
      const hangingOn = ['asks', 'pending_actions'].includes(name) && table === 'parts' ? cells : 0;
      if ((counts[name] ?? 0) < stored - lost - hangingOn) expect({ where, counts }).toEqual(storedRows);
    }
  }
}, 60_000);

it('a recovery reads what lies between damaged pages, and leaves no card that nothing shows', () => {
  const { folder, whole, pages } = storedChats();
  const leaves = pages.filter(({ table, isLeaf }) => table === 'parts' && isLeaf);
  const damaged = leaves.filter((_, index) => index % 8 === 3);
  const bytes = damaged.reduce<Buffer>((soFar, { number }) => withPage(soFar, number, overwritten), whole);
  const { recovery } = openDamaged(folder, bytes);
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

it('a recovery keeps chats whose own row is lost, under the name and folder that the decisions know', () => {
  const { folder, whole, pages } = storedChats();
  const page = pages.find(({ table, isLeaf }) => table === 'workspaces' && isLeaf)?.number ?? 0;
  openDamaged(folder, withPage(whole, page, overwritten));
  const database = new DatabaseSync(fileIn(folder));
  const chats = database.prepare('SELECT name, folder FROM workspaces').all();
  expect(chats).toHaveLength(storedRows.workspaces);
  expect(chats).toContainEqual({ name: 'Chat 3', folder: '/projects/3' });
  database.close();
});

it('a recovery keeps what was said in messages whose own row is lost, in their chat and in their order', async () => {
  const { folder, whole, pages } = storedChats();
  const page = pages.filter(({ table, isLeaf }) => table === 'messages' && isLeaf)[3]?.number ?? 0;
  const { counts } = openDamaged(folder, withPage(whole, page, overwritten));
  expect(counts['messages']).toBe(storedRows.messages);
  const { client, app } = testApp(folder, {});
  for (const { id } of app.state().workspaces) {
    const chat = await watchChat(client, id);
    const { messages } = await chat.until((transcript) => transcript.messages.length > 0);
    const said = messages.flatMap((message) => (message.role === 'user' ? [message.text] : []));
    expect(said).toEqual(said.map((_, index) => `said ${index} in ${id}`));
  }
});

it('a recovery says what is here again, what is not, and where the damaged file is', () => {
  const { folder, whole, pages } = storedChats();
  const page = pages.filter(({ table, isLeaf }) => table === 'ledger' && isLeaf)[2];
  const { recovery } = openDamaged(folder, withPage(whole, page?.number ?? 0, overwritten));
  if (recovery === undefined) throw new Error('nothing was recovered');
  expect(recoveryNotice(recovery)).toBe(
    `The database was damaged. Could not be read: ${page?.cells} of 400 decisions. Everything else is here again. The damaged file was kept as ${fileIn(folder)}.corrupt-1000.`,
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

it('a database damaged anywhere opens as a sound one, and the damaged file is kept as it was', () => {
  const { folder, whole } = storedChats();
  fc.assert(
    fc.property(damage, (damages) => {
      const bytes = damages.reduce<Buffer>(
        (soFar, { page, kind, seed }) => harm(soFar, page, kind, seed),
        whole,
      );
      const { recovery, isSound } = openDamaged(folder, bytes);
      if (recovery !== undefined) {
        expect(isSound).toBe(true);
        expect(readFileSync(recovery.setAside).equals(bytes)).toBe(true);
      }
      expect(readdirSync(folder).filter((name) => name.includes('.recovered'))).toEqual([]);
    }),
    { numRuns: 25 },
  );
}, 30_000);

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

it('a recovery keeps what is described before the damage where that is the description of the tables', () => {
  const { folder, whole, pages } = storedChats();
  const page =
    pages.filter(({ table, isLeaf }) => table === 'sqlite_schema' && isLeaf).at(-1) ?? missing('it');
  const { counts, isSound } = openDamaged(folder, withPage(whole, page.number, overwritten));
  expect(isSound).toBe(true);
  expect(counts).toMatchObject({ workspaces: 40, messages: 800, parts: 1_600, drafts: 40, settings: 1 });
  const nothing = openDamaged(folder, withPage(whole, 1, overwritten));
  expect(nothing.counts).toMatchObject({ workspaces: 0, settings: 0 });
  if (nothing.recovery === undefined) throw new Error('nothing was recovered');
  expect(recoveryNotice(nothing.recovery)).toContain(
    'Nothing in it could be read, so Parley began with an empty one.',
  );
});

it('a recovery of an older database is followed by its migrations', () => {
  const folder = temporaryFolder();
  let page: unknown;
  makeOlderDatabase(fileIn(folder), 9, (old) => {
    old.exec(`
    INSERT INTO messages (id, workspace_id, role, created_at) VALUES (1, 'w', 'agent', 1);
    INSERT INTO parts (message_id, position, step, type, tool_call_id, tool_name) VALUES (1, 0, 0, 'tool', 'c', 'ask_user_question');
    INSERT INTO asks (workspace_id, tool_call_id, message_id, asker, questions, opened_at, settlement)
      VALUES ('w', 'c', 1, 'Parley', '[]', 1, '{"at":2,"where":"card","outcome":{"type":"answered","replies":[]}}');`);
    page = old.prepare(`SELECT pageno FROM dbstat WHERE name = 'drafts'`).get()?.['pageno'];
  });
  const bytes = withPage(readFileSync(fileIn(folder)), Number(page), overwritten);
  const { counts } = openDamaged(folder, bytes);
  expect(counts).toMatchObject({ workspaces: 1, asks: 1, ledger: 1 });
});

it('a recovery that was cut off before its last step is ended at the next start, apart from what was damaged', () => {
  const { folder, whole, pages } = storedChats();
  const page = pages.find(({ table, isLeaf }) => table === 'ledger' && isLeaf)?.number ?? 0;
  openDamaged(folder, withPage(whole, page, overwritten));
  renameSync(fileIn(folder), `${fileIn(folder)}.recovered`);
  writeFileSync(`${fileIn(folder)}-wal`, 'of the damaged one');
  const { database, recovery } = openDatabase(folder, at);
  expect(recovery).toBeUndefined();
  expect(database.durable.prepare('SELECT count(*) AS c FROM workspaces').get()).toEqual({ c: 40 });
  expect(readFileSync(`${fileIn(folder)}.corrupt-1000-2-wal`, 'utf8')).toBe('of the damaged one');
  database.close();
});

it('a recovery takes no name that is there, though the clock was set back', () => {
  const { folder, whole, pages } = storedChats();
  const damaged = withPage(whole, pages.at(-1)?.number ?? 0, overwritten);
  writeFileSync(fileIn(folder), damaged);
  writeFileSync(`${fileIn(folder)}.corrupt-1000`, 'an earlier one');
  const { database, recovery } = openDatabase(folder, at);
  database.close();
  expect(recovery?.setAside).toBe(`${fileIn(folder)}.corrupt-1000-2`);
  expect(readFileSync(`${fileIn(folder)}.corrupt-1000`, 'utf8')).toBe('an earlier one');
  expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600);
  expect(existsSync(`${fileIn(folder)}-suspect`)).toBe(false);
});

it('a recovery follows where what is stored makes no sense, though the shape of the database is sound', () => {
  const { folder } = storedChats();
  const database = new DatabaseSync(fileIn(folder));
  database.exec(`UPDATE workspaces SET turn = '{"stat' WHERE id = 'workspace-7'`);
  database.close();
  const before = readFileSync(fileIn(folder));
  const { app } = testApp(folder, {});
  const { workspaces, about } = app.state();
  expect(workspaces).toHaveLength(storedRows.workspaces);
  expect(workspaces.find(({ id }) => id === 'workspace-7')).toMatchObject({
    name: 'Chat 7',
    folder: '/projects/7',
    turn: { status: 'idle' },
  });
  expect(about.notice).toContain('Everything in it is here again.');
  const [aside = ''] = readdirSync(folder).filter((name) => name.includes('corrupt'));
  expect(readFileSync(join(folder, aside)).subarray(100).equals(before.subarray(100))).toBe(true);
});

it('what is stored and means nothing to this Parley is said with where to look, and stays as it is', () => {
  const { folder } = storedChats();
  const database = new DatabaseSync(fileIn(folder));
  database.exec(`UPDATE workspaces SET mode = 'neither' WHERE id = 'workspace-7'`);
  database.close();
  expect(() => testApp(folder, {})).toThrow(
    /can't be used\. Something stored in it can't be read \(reference [0-9a-f]{8} in its parley\.log\)\. Nothing was changed\./,
  );
  expect(readdirSync(folder).filter((name) => name.includes('corrupt'))).toEqual([]);
});

it('a recovery knows every table, and no column that is not there', () => {
  const folder = temporaryFolder();
  openDatabase(folder, at).database.close();
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
