import type { LedgerFormat, LedgerReading, LedgerRequest } from '../../shared/ledger/ledger-document.ts';
import { dataDirOf } from '../data-dir.ts';
import { packageFile } from '../package-file.ts';
import { printToPerson } from '../print.ts';

export type LedgerOptions = { since?: number; format: LedgerFormat; dataDir?: string };

/** The exports of the built ledger reader that are used here. */
type LedgerReader = { readLedger(request: LedgerRequest): LedgerReading };

function isLedgerReader(module: unknown): module is LedgerReader {
  return (
    typeof module === 'object' &&
    module !== null &&
    'readLedger' in module &&
    typeof module.readLedger === 'function'
  );
}

/** `parley ledger`: prints the record of decisions, with or without a running companion. */
export async function runLedger({ since = 0, format, dataDir }: LedgerOptions): Promise<void> {
  const module: unknown = await import(packageFile('out/main/ledger.js').href);
  if (!isLedgerReader(module)) throw new Error('out/main/ledger.js does not read the record');
  const reading = module.readLedger({ dataDir: dataDirOf(dataDir), since, format });
  switch (reading.status) {
    case 'read':
      process.stdout.write(reading.text);
      return;
    case 'failed':
      printToPerson(`Error: ${reading.problem}`);
      process.exitCode = 1;
  }
}
