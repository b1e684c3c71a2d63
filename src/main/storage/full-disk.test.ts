import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesOf } from '../../../test/main/storage/files-of.ts';
import { canMount, fillDisk, smallDisk } from '../../../test/main/storage/small-disk.ts';
import { makeOlderDatabase } from '../../../test/main/storage/older-database.ts';
import { says } from '../../../test/main/agents/model/scripted-agent.ts';
import { storeChats } from '../../../test/main/storage/stored-chats.ts';
import { said, startChat } from '../../../test/main/start-chat.ts';
import { databaseIn, openAsHost } from '../../../test/main/storage/prepared-database.ts';

const at = () => 1_000;
const fileIn = (folder: string) => join(folder, 'parley.db');

const noRoom = 'The disk is full. Free some space and try again.';
it.runIf(canMount)(
  'a full disk is named at the start; a database that is to be brought up to date stays as it was, without half a copy',
  async () => {
    const disk = smallDisk(1_500);
    makeOlderDatabase(fileIn(disk));
    const free = fillDisk(disk);
    const before = filesOf(disk);
    await expect(openAsHost(disk, at)).rejects.toThrow(/The disk .*full.* Free some space/);
    expect(Object.keys(filesOf(disk)).filter((name) => name.endsWith('.backup'))).toEqual([]);
    expect(filesOf(disk)['parley.db']).toBe(before['parley.db']);
    free();
    databaseIn(disk).close();
    expect(Object.keys(filesOf(disk))).toContain('parley.db.v12.backup');
  },
);

it.runIf(canMount)(
  'a full disk is named while Parley runs; nothing that was sent is lost, and it goes on when there is room',
  async () => {
    const disk = smallDisk(2_000);
    const { send, chat } = await startChat([() => says('First.'), () => says('Second.')], disk);
    await send('One');
    await chat.until(said('First.'));
    const free = fillDisk(disk);
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
  async () => {
    const disk = smallDisk(2_000);
    storeChats(disk);
    const damaged = readFileSync(fileIn(disk)).fill(0xff, 4_096 * 40, 4_096 * 41);
    writeFileSync(fileIn(disk), damaged);
    const free = fillDisk(disk);
    await expect(openAsHost(disk, at)).rejects.toThrow(/The disk .*full.* Free some space/);
    expect(readFileSync(fileIn(disk)).equals(damaged)).toBe(true);
    free();
    const { database, recovery } = await openAsHost(disk, at);
    database.close();
    expect(readFileSync(recovery?.setAside ?? '').equals(damaged)).toBe(true);
  },
);
