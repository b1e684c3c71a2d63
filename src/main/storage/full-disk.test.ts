import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { claimDataDir } from '../discovery/claim-data-dir.ts';
import { filesOf } from '../testing/files-of.ts';
import { makeOlderDatabase } from '../testing/older-database.ts';
import { says } from '../testing/scripted-agent.ts';
import { storeChats } from '../testing/stored-chats.ts';
import { said, startChat } from '../testing/start-chat.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { openDatabase } from './database.ts';

const at = () => 1_000;
const fileIn = (folder: string) => join(folder, 'parley.db');

/** Only the owner of a machine can make a disk of his own; elsewhere this is not tried. */
const canMount =
  process.getuid?.() === 0 &&
  process.platform === 'linux' &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

function smallDisk(kilobytes: number): string {
  const disk = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
  return disk;
}

const noRoom = 'The disk is full. Free some space and try again.';
const fill = (disk: string) => {
  const filler = join(disk, 'filler');
  const file = openSync(filler, 'w');
  const block = Buffer.alloc(1_024);
  expect(() => {
    for (;;) writeSync(file, block);
  }).toThrow('ENOSPC');
  closeSync(file);
  return () => rmSync(filler);
};

it.runIf(canMount)(
  'a full disk is named at the start; a database that is to be brought up to date stays as it was, without half a copy',
  () => {
    const disk = smallDisk(1_500);
    makeOlderDatabase(fileIn(disk));
    const free = fill(disk);
    const before = filesOf(disk);
    expect(() => openDatabase(disk, at)).toThrow(/The disk .*full.* Free some space/);
    expect(Object.keys(filesOf(disk)).filter((name) => name.endsWith('.backup'))).toEqual([]);
    expect(filesOf(disk)['parley.db']).toBe(before['parley.db']);
    free();
    openDatabase(disk, at).database.close();
    expect(Object.keys(filesOf(disk))).toContain('parley.db.v9.backup');
  },
);

it.runIf(canMount)(
  'a full disk is named while Parley runs; nothing that was sent is lost, and it goes on when there is room',
  async () => {
    const disk = smallDisk(2_000);
    const { send, chat } = await startChat([() => says('First.'), () => says('Second.')], disk);
    await send('One');
    await chat.until(said('First.'));
    const free = fill(disk);
    await expect(send('x'.repeat(100_000), 'two')).rejects.toMatchObject({
      code: 'storage-failed',
      message: noRoom,
    });
    free();
    await send('Three');
    const { messages } = await chat.until(said('Second.'));
    expect(messages.flatMap((message) => (message.role === 'user' ? [message.text] : []))).toEqual([
      'One',
      'Three',
    ]);
  },
);

it.runIf(canMount)(
  'a full disk leaves a damaged database where it is, to be recovered when there is room',
  () => {
    const disk = smallDisk(2_000);
    storeChats(disk);
    const damaged = readFileSync(fileIn(disk)).fill(0xff, 4_096 * 40, 4_096 * 41);
    writeFileSync(fileIn(disk), damaged);
    const free = fill(disk);
    expect(() => openDatabase(disk, at)).toThrow(/The disk .*full.* Free some space/);
    expect(readFileSync(fileIn(disk)).equals(damaged)).toBe(true);
    free();
    const { database, recovery } = openDatabase(disk, at);
    database.close();
    expect(readFileSync(recovery?.setAside ?? '').equals(damaged)).toBe(true);
  },
);

it.runIf(canMount)('a full or a shut disk is named before anything is claimed on it', async () => {
  const disk = smallDisk(200);
  const claim = async () => {
    const claimed = await claimDataDir(disk, {});
    return claimed.status === 'failed' ? claimed.problem : claimed.status;
  };
  const free = fill(disk);
  expect(await claim()).toBe(`The data folder ${disk} can't be used. ${noRoom}`);
  free();
  execFileSync('mount', ['-o', 'remount,ro', disk]);
  expect(await claim()).toBe(
    `The data folder ${disk} can't be used. It can be read but not written. Check its permissions, or choose another folder with --data-dir.`,
  );
});
