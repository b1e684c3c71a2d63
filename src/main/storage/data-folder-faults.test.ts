import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../../test/main/storage/files-of.ts';
import { makeTooOldDatabase } from '../../../test/main/storage/older-database.ts';
import { callsTools, says } from '../../../test/main/agents/model/scripted-agent.ts';
import { storeChats } from '../../../test/main/storage/stored-chats.ts';
import { ask, said, startChat, waits } from '../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { startTestApp, testApp, watchChat } from '../../../test/main/test-app.ts';
import { databaseIn, openAsHost } from '../../../test/main/storage/prepared-database.ts';
import { currentVersion } from './version.ts';

const at = () => 1_000;
const fileIn = (folder: string) => join(folder, 'parley.db');
const isRoot = process.getuid?.() === 0;
const nobody = 65_534;

/** Another program that locks the database until it is ended. */
async function holdElsewhere(folder: string, statement: string): Promise<() => Promise<void>> {
  const program = `const { DatabaseSync } = require('node:sqlite');
    const held = new DatabaseSync(${JSON.stringify(fileIn(folder))});
    held.exec(${JSON.stringify(statement)});
    console.log('held'); process.stdin.on('end', () => { held.close(); }).resume();`;
  const child = spawn(process.execPath, ['--eval', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill());
  await once(child.stdout, 'data');
  return async () => {
    const ended = once(child, 'exit');
    child.stdin.end();
    await ended;
  };
}

describe('a database that another program holds', () => {
  it('is named at the start, left alone, and opens once it is free', async () => {
    const folder = temporaryFolder();
    storeChats(folder);
    const before = filesOf(folder);
    const letGo = await holdElsewhere(folder, 'PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    await expect(openAsHost(folder, at)).rejects.toThrow(
      `The data folder ${folder} can't be used. Another program holds the database. Close it and try again.`,
    );
    await letGo();
    expect(filesOf(folder)).toEqual(before);
    databaseIn(folder).close();
  });

  it('is named while Parley runs, and what was typed can be sent once it is free', async () => {
    const { send, chat, dataDir } = await startChat([() => says('Done.')]);
    const letGo = await holdElsewhere(dataDir, 'BEGIN IMMEDIATE');
    await expect(send('Go')).rejects.toMatchObject({
      code: 'storage-failed',
      message: 'Another program holds the database. Close it and try again.',
    });
    await letGo();
    await send('Go');
    await chat.until(said('Done.'));
  });
});

function makeNewerDatabase(file: string): void {
  const newer = new DatabaseSync(file);
  newer.exec(`PRAGMA user_version = ${currentVersion + 1}; CREATE TABLE future (x)`);
  newer.close();
}

describe.each([
  ['a newer Parley', makeNewerDatabase, 'a newer Parley. It was left as it is; start that version'],
  [
    'a Parley from before the first release',
    makeTooOldDatabase,
    'a Parley from before 0.1.0. It was left as it is; start Parley 0.1.0 on it once, which brings it up to date',
  ],
])('a database of %s', (_, make, words) => {
  it('is left alone to the last byte, also when it is damaged, and the words say what to do', async () => {
    const folder = temporaryFolder();
    make(fileIn(folder));
    const refuse = async () => {
      const before = filesOf(folder);
      await expect(openAsHost(folder, at)).rejects.toThrow(
        `${fileIn(folder)} was written by ${words}, or choose another folder with --data-dir.`,
      );
      expect(filesOf(folder)).toEqual(before);
    };
    await refuse();
    writeFileSync(fileIn(folder), readFileSync(fileIn(folder)).fill(0xff, 4_096));
    await refuse();
  });
});

describe.runIf(process.platform !== 'win32')('a data folder that can be read but not written', () => {
  /** As somebody whom the system refuses things; the machine's owner is refused nothing. */
  async function asNobody(folder: string, work: () => Promise<void>): Promise<void> {
    const paths = ['', ...readdirSync(folder)].map((name) => join(folder, name));
    if (isRoot) for (const path of paths) chownSync(path, nobody, nobody);
    for (const path of paths.reverse())
      chmodSync(path, path === folder || path === paths.at(-1) ? 0o555 : 0o444);
    onTestFinished(() => chmodSync(folder, 0o755));
    if (isRoot) process.seteuid?.(nobody);
    try {
      await work();
    } finally {
      if (isRoot) process.seteuid?.(0);
    }
  }

  it('is named with what to do, and nothing in it changes', async () => {
    const folder = temporaryFolder();
    storeChats(folder);
    const before = filesOf(folder);
    await asNobody(folder, async () => {
      await expect(openAsHost(folder, at)).rejects.toThrow(
        `The data folder ${folder} can't be used. It can be read but not written. Check its permissions, or choose another folder with --data-dir.`,
      );
    });
    expect(filesOf(folder)).toEqual(before);
  });
});

it('a damaged page that is met while Parley runs is named, and the next start recovers however large the database', async () => {
  const folder = temporaryFolder();
  storeChats(folder);
  const database = new DatabaseSync(fileIn(folder));
  const page = Number(database.prepare(`SELECT pageno FROM dbstat WHERE name = 'drafts'`).get()?.['pageno']);
  database.exec('CREATE TABLE ballast (x); INSERT INTO ballast VALUES (zeroblob(50_000_000))');
  database.close();
  const bytes = readFileSync(fileIn(folder)).fill(0xff, (page - 1) * 4_096, page * 4_096);
  writeFileSync(fileIn(folder), bytes);
  const { client, app, close } = await startTestApp(folder, {});
  expect(app.state().about.startMessage).toBeNull();
  const [first] = app.state().workspaces;
  if (first === undefined) throw new Error('there is no chat');
  const words = await client.workspace
    .watch({ workspaceId: first.id })
    .then((items) => items.next())
    .catch(String);
  expect(words).toContain('The database is damaged. Quit Parley and start it again');
  await close();
  const next = await startTestApp(folder, {});
  expect(next.app.state().about.startMessage).toContain('Could not be read: 40 of 40 drafts.');
  expect(next.app.state().workspaces).toHaveLength(40);
});

it('a clock that was set back changes no order and loses nothing', async () => {
  let time = Date.parse('2030-01-01');
  const { send, chat, answer, client, close, dataDir, workspace } = await startChat(
    [
      () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
      () => says('First.'),
      () => says('Second.'),
    ],
    temporaryFolder(),
    { now: () => time },
  );
  await send('One');
  await chat.until(waits(1));
  time = Date.parse('2020-01-01');
  await answer(0, 'A');
  await chat.until(said('First.'));
  await send('Two');
  await chat.until(said('Second.'));
  const { text } = await client.ledger.export({ query: '', format: 'md' });
  expect(text).toContain('2020-01-01T00:00:00.000Z, after less than a second');
  await close();
  const { client: next } = testApp(dataDir, { now: () => time });
  const again = await watchChat(next, workspace.id);
  const { messages } = await again.until(said('Second.'));
  expect(messages.flatMap((message) => (message.role === 'user' ? [message.text] : []))).toEqual([
    'One',
    'Two',
  ]);
});
