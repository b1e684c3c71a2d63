import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { databaseIn } from '../../../test/main/storage/prepared-database.ts';
import { createSettingsStore } from './settings-store.ts';

test.each([
  ['of another kind', '"purple"'],
  ['cut off', '"lig'],
])('a setting that is %s has its default, and the others stay', (_, value) => {
  const database = databaseIn(temporaryFolder());
  const settings = createSettingsStore(database);
  settings.save({ density: 'compact', askTimeout: 30 });
  database.durable.prepare("INSERT INTO settings (name, value) VALUES ('theme', ?)").run(value);
  expect(settings.read()).toMatchObject({ theme: 'system', density: 'compact', askTimeout: 30 });
  database.close();
});
