import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../storage/migrations/migrations.ts';

/** Makes a database of an older version with a chat `w` and a setting in it; `fill` puts more there. */
export function makeOlderDatabase(
  file: string,
  version: number,
  fill: (database: DatabaseSync) => void = () => undefined,
): void {
  const old = new DatabaseSync(file);
  for (const migration of migrations.slice(0, version)) old.exec(migration);
  old.exec(`PRAGMA user_version = ${version}; PRAGMA journal_mode = WAL;
    INSERT INTO settings VALUES ('theme', '"dark"');
    INSERT INTO workspaces (id, name, folder, mode, agent, turn, created_at, updated_at)
      VALUES ('w', 'Old', '${'/old'.repeat(5_000)}', 'plan', 'guide', '{"status":"idle"}', 1, 1);`);
  fill(old);
  old.close();
}
