import { chmodSync, chownSync, copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { filesOf } from '../../../test/main/storage/files-of.ts';
import { files, killed } from '../../../test/main/storage/killed-database.ts';
import { makeOlderDatabase, makeTooOldDatabase } from '../../../test/main/storage/older-database.ts';
import { callsTools, says } from '../../../test/main/agents/model/scripted-agent.ts';
import { storeChats, storedRows } from '../../../test/main/storage/stored-chats.ts';
import { ask, said, startChat, waits } from '../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { readLedger } from './index.ts';

const fileIn = (folder: string) => join(folder, 'parley.db');
const read = (dataDir: string, since = 0) => readLedger({ dataDir, since, format: 'json' });
const entriesOf = (reading: ReturnType<typeof readLedger>): unknown =>
  JSON.parse(reading.status === 'read' ? reading.text : '[]');

it('has what was decided a moment ago, while the app goes on writing', async () => {
  const { send, chat, answer, dataDir } = await startChat([
    () => callsTools(['c1', 'ask_user_question', ask('Which?')]),
    () => says('Done.'),
  ]);
  await send('Go');
  await chat.until(waits(1));
  expect(entriesOf(read(dataDir))).toEqual([]);
  await answer(0, 'A');
  expect(entriesOf(read(dataDir))).toMatchObject([{ kind: 'ask', where: 'card' }]);
  await chat.until(said('Done.'));
});

it('leaves no file behind where nobody has the database open, and reads from a time on', () => {
  const folder = temporaryFolder();
  storeChats(folder);
  const before = readdirSync(folder);
  expect(entriesOf(read(folder))).toHaveLength(storedRows.ledger);
  expect(entriesOf(read(folder, 9))).toHaveLength(storedRows.ledger / 5);
  expect(readdirSync(folder)).toEqual(before);
});

it('reads what Parley 0.1.0 wrote, and leaves it as it is', () => {
  const folder = temporaryFolder();
  makeOlderDatabase(fileIn(folder));
  const before = filesOf(folder);
  expect(entriesOf(read(folder))).toMatchObject([{ kind: 'preview' }, { kind: 'ask', asker: 'Parley' }]);
  expect(filesOf(folder)).toEqual(before);
});

it.runIf(process.platform !== 'win32')('reads a folder that can not be written', () => {
  const folder = temporaryFolder();
  storeChats(folder);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) for (const path of [folder, fileIn(folder)]) chownSync(path, 65_534, 65_534);
  chmodSync(folder, 0o555);
  onTestFinished(() => chmodSync(folder, 0o755));
  if (isRoot) process.seteuid?.(65_534);
  try {
    expect(entriesOf(read(folder))).toHaveLength(storedRows.ledger);
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
});

it('says what is in the way, and changes nothing', () => {
  const refused = (problem: RegExp, lay: (file: string) => void) => {
    const folder = temporaryFolder();
    lay(fileIn(folder));
    const before = filesOf(folder);
    const reading = read(folder);
    expect(reading.status === 'failed' ? reading.problem : reading.text).toMatch(problem);
    expect(filesOf(folder)).toEqual(before);
  };
  refused(/^There is no record in .* --data-dir\.$/, () => undefined);
  refused(/is damaged\. Start Parley: it keeps what can be read of it\.$/, (file) =>
    writeFileSync(file, 'none'),
  );
  refused(/^There is no record in .* --data-dir\.$/, (file) => writeFileSync(file, ''));
  refused(
    /written by a Parley from before 0\.1\.0\. It was left as it is; start Parley 0\.1\.0/,
    makeTooOldDatabase,
  );
  refused(/written by a newer Parley\. It was left as it is/, (file) => {
    const newer = new DatabaseSync(file);
    newer.exec('PRAGMA user_version = 999');
    newer.close();
  });
  refused(/is damaged\. Start Parley/, (file) => {
    storeChats(join(file, '..'));
    const bytes = readFileSync(file);
    writeFileSync(file, bytes.fill(0xff, 4_096));
  });
  refused(/is damaged\. Start Parley/, (file) => {
    const folder = killed();
    for (const name of files) copyFileSync(join(folder, name), join(file, '..', name));
    const log = readFileSync(`${file}-wal`);
    writeFileSync(`${file}-wal`, log.fill(0x5a, 5_000, 5_001));
  });
});
