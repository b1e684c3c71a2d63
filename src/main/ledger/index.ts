import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import {
  ledgerDocument,
  type LedgerReading,
  type LedgerRequest,
} from '../../shared/ledger/ledger-document.ts';
import { withAskerName } from '../../shared/ledger/ledger-entry.ts';
import { refuseIrregularFiles } from '../storage/data-file.ts';
import { createLedgerStore } from '../storage/ledger-store.ts';
import { openReadOnly } from '../storage/database.ts';
import { isDamage, StorageError, unusable } from '../storage/storage-error.ts';
import { refuseOtherVersion, versionOf } from '../storage/version.ts';
import { refuseDamagedWal } from '../storage/wal/refuse-damaged-wal.ts';

/**
 * Reads the record of decisions for the command line, without loading the rest of the app. Never writes, also
 * while a companion has the database open.
 */
export function readLedger({ dataDir, since, format }: LedgerRequest): LedgerReading {
  const file = join(dataDir, 'parley.db');
  if (!existsSync(file)) return failed(noRecord(dataDir));
  try {
    refuseIrregularFiles(dataDir);
    return { status: 'read', text: ledgerDocument(entriesIn(file, since), format) };
  } catch (error) {
    if (isDamage(error))
      return failed(`The database ${file} is damaged. Start Parley: it keeps what can be read of it.`);
    return failed(unusable(dataDir, error).message);
  }
}

const noRecord = (dataDir: string) =>
  `There is no record in ${dataDir}. Name the folder that Parley keeps its data in with --data-dir.`;

function entriesIn(file: string, since: number) {
  refuseDamagedWal(file);
  const connection = openReadOnly(file);
  try {
    rejectOther(connection, file);
    const ledger = createLedgerStore({ durable: connection });
    return Array.from(ledger.every(since), withAskerName);
  } finally {
    connection.close();
  }
}

function rejectOther(connection: DatabaseSync, file: string): void {
  const version = versionOf(connection);
  refuseOtherVersion(version, file);
  if (version === 0) throw new StorageError(noRecord(dirname(file)));
}

function failed(problem: string): LedgerReading {
  return { status: 'failed', problem };
}
