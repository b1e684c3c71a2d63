import { subjectName } from '../permissions/subject-words.ts';
import { settledStatus } from '../transcript/settled-status.ts';
import { formDecider, formHeadline, formStatus, formWords } from './form-entry.ts';
import type { LedgerEntry, LedgerKind } from './ledger-entry.ts';
import { permissionDecider, permissionHeadline, permissionWords, verdictStatus } from './permission-entry.ts';
import {
  previewAside,
  previewDecider,
  previewEntryKind,
  previewStatus,
  previewWords,
} from './preview-entry.ts';
import { askDecider, askHeadline, askWords, inOneLine } from './ask-entry.ts';

/** Returns the kind of an entry. */
export function entryKind(entry: LedgerEntry): LedgerKind {
  switch (entry.kind) {
    case 'ask':
      return 'question';
    case 'permission':
    case 'form':
      return entry.kind;
    case 'preview':
      return previewEntryKind(entry);
  }
}

/** Returns a one-line title: the question, preview, permission or message that was put to the person. */
export function entryTitle(entry: LedgerEntry): string {
  if (entry.kind === 'preview') return entry.label;
  if (entry.kind === 'permission') return subjectName(entry.permission);
  if (entry.kind === 'form') return inOneLine(entry.message);
  const [first] = entry.questions;
  const more = entry.questions.length - 1;
  const prompt = first?.prompt ?? '';
  return more > 0 ? `${prompt} (and ${more} more)` : prompt;
}

/** Returns the outcome in a word or two. */
export function entryStatus(entry: LedgerEntry): string {
  switch (entry.kind) {
    case 'ask':
      return settledStatus(entry);
    case 'permission':
      return verdictStatus(entry.settlement.verdict);
    case 'form':
      return formStatus(entry.settlement.ending, entry.form);
    case 'preview':
      return previewStatus(entry);
  }
}

/** Returns what came of it, the answer itself where there is one, and what else is worth a glance. */
export function entryHeadline(entry: LedgerEntry): { answer: string; aside: string | null } {
  if (entry.kind === 'preview') return { answer: previewStatus(entry), aside: previewAside(entry) };
  if (entry.kind === 'permission') return permissionHeadline(entry);
  if (entry.kind === 'form') return formHeadline(entry);
  return askHeadline(entry);
}

/** Who decided, and where. */
export function entryDecider(entry: LedgerEntry): string {
  switch (entry.kind) {
    case 'ask':
      return askDecider(entry);
    case 'permission':
      return permissionDecider(entry.settlement.verdict);
    case 'form':
      return formDecider(entry.settlement.ending);
    case 'preview':
      return previewDecider(entry);
  }
}

/** Returns the answer to each question, or the words of a decision; an unanswered question has words for that. */
export function entryAnswers(entry: LedgerEntry): { question: string; answer: string }[] {
  if (entry.kind === 'preview') return previewWords(entry);
  if (entry.kind === 'permission') return permissionWords(entry);
  if (entry.kind === 'form') return formWords(entry);
  return askWords(entry);
}

/** The reason that came with an end without an answer; null where none was given. */
export function entryReason(entry: LedgerEntry): string | null {
  if (entry.kind === 'preview' || entry.kind === 'form') return null;
  if (entry.kind === 'permission') {
    const { verdict } = entry.settlement;
    return verdict.type === 'denied' ? (verdict.reason ?? null) : null;
  }
  return entry.outcome.type === 'declined' ? (entry.outcome.reason ?? null) : null;
}
