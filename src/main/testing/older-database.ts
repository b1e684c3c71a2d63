import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../storage/migrations/migrations.ts';

/** Makes a database of version 9 with a chat and a setting in it. */
export function makeOlderDatabase(file: string): void {
  const old = new DatabaseSync(file);
  for (const migration of migrations.slice(0, 9)) old.exec(migration);
  old.exec(`PRAGMA user_version = 9; PRAGMA journal_mode = WAL;
    INSERT INTO settings VALUES ('theme', '"dark"');
    INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
      VALUES ('w', 'Old', '${'/old'.repeat(5_000)}', 'plan', 'guide', '{"status":"idle"}', 1, 1);`);
  old.close();
}
