import type { LedgerFormat } from './ledger-document.ts';

/** `since` is a time in milliseconds since 1970. */
export type LedgerRequest = { dataDir: string; since: number; format: LedgerFormat };

/** The record of decisions as one document, or why there is none, in a sentence for a person. */
export type LedgerReading = { status: 'read'; text: string } | { status: 'failed'; problem: string };
