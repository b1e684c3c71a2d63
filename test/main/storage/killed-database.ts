import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { storesIn } from './prepared-database.ts';
import { storeChats } from './stored-chats.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** The files of a database that is open. */
export const files = ['parley.db', 'parley.db-wal', 'parley.db-shm'];

/** A data folder as SIGKILL leaves it, with everything that was ever stored still in the WAL. */
export function killed(): string {
  const live = temporaryFolder();
  storesIn(live).close();
  const holder = new DatabaseSync(join(live, 'parley.db'));
  holder.exec('PRAGMA wal_autocheckpoint = 0');
  holder.prepare('SELECT count(*) FROM workspaces').get();
  storeChats(live);
  for (let index = 0; index < 20; index += 1)
    holder
      .prepare(`UPDATE drafts SET body = ? WHERE workspace_id = 'workspace-${index}'`)
      .run(`late ${index}`);
  const folder = temporaryFolder();
  for (const name of files) copyFileSync(join(live, name), join(folder, name));
  holder.close();
  return folder;
}
