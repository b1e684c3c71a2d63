import {
  permissionDecider,
  recordedPermission,
  permissionAnswers,
  subjectName,
  permissionStatus,
} from '../permissions/permission-text.ts';
import { gitActFacts, gitActStatus, gitActTitle, recordedGitAct } from '../worktrees/git-act-text.ts';
import type { RecordedOutcome } from '../recorded-outcome.ts';
import { plainText } from '../markdown/plain-text.ts';
import { askAnswers, askDecider, recordedAsk, settledStatus } from '../questions/question-text.ts';
import { formDecider, recordedForm, formStatus, formAnswers } from '../forms/form-text.ts';
import type { LedgerEntry, LedgerKind } from './ledger-entry.ts';
import {
  previewDecider,
  recordedKind,
  recordedPreview,
  recordedStatus,
  previewAnswers,
} from '../previews/preview-text.ts';

/** Returns the kind of an entry. */
export function entryKind(entry: LedgerEntry): LedgerKind {
  switch (entry.kind) {
    case 'ask':
      return 'question';
    case 'permission':
    case 'form':
    case 'git':
      return entry.kind;
    case 'preview':
      return recordedKind(entry);
  }
}

/** Returns a one-line title: the question, preview, permission or message that was put to the person, or what git was to do. */
export function entryTitle(entry: LedgerEntry): string {
  if (entry.kind === 'preview') return plainText(entry.label);
  if (entry.kind === 'permission') return subjectName(entry.permission);
  if (entry.kind === 'form') return plainText(entry.message);
  if (entry.kind === 'git') return gitActTitle(entry.act);
  const [first] = entry.questions;
  const more = entry.questions.length - 1;
  const prompt = plainText(first?.prompt ?? '');
  return more > 0 ? `${prompt} (and ${more} more)` : prompt;
}

/** Returns the outcome in a word or two. */
export function entryStatus(entry: LedgerEntry): string {
  switch (entry.kind) {
    case 'ask':
      return settledStatus(entry);
    case 'permission':
      return permissionStatus(entry.settlement.outcome);
    case 'form':
      return formStatus(entry.settlement.outcome, entry.form);
    case 'git':
      return gitActStatus(entry);
    case 'preview':
      return recordedStatus(entry);
  }
}

/** Returns what came of it, the answer itself where there is one, and what else is worth a glance. */
export function entryOutcome(entry: LedgerEntry): RecordedOutcome {
  switch (entry.kind) {
    case 'ask':
      return recordedAsk(entry);
    case 'permission':
      return recordedPermission(entry);
    case 'form':
      return recordedForm(entry);
    case 'git':
      return recordedGitAct(entry);
    case 'preview':
      return recordedPreview(entry);
  }
}

/** Who decided, and where. */
export function entryDecider(entry: LedgerEntry): string {
  switch (entry.kind) {
    case 'ask':
      return askDecider(entry);
    case 'permission':
      return permissionDecider(entry.settlement.outcome);
    case 'form':
      return formDecider(entry.settlement.outcome);
    case 'git':
      return 'You';
    case 'preview':
      return previewDecider(entry);
  }
}

/** Returns the answer to each question, or the words of a decision; an unanswered question has words for that. */
export function entryAnswers(entry: LedgerEntry): { question: string; answer: string }[] {
  if (entry.kind === 'preview') return previewAnswers(entry);
  if (entry.kind === 'permission') return permissionAnswers(entry);
  if (entry.kind === 'form') return formAnswers(entry);
  if (entry.kind === 'git') return gitActFacts(entry);
  return askAnswers(entry).map(({ question, answer }) => ({ question: plainText(question), answer }));
}

/** The reason that came with an end without an answer; null where none was given. */
export function entryReason(entry: LedgerEntry): string | null {
  if (entry.kind === 'preview' || entry.kind === 'form' || entry.kind === 'git') return null;
  if (entry.kind === 'permission') {
    const { outcome } = entry.settlement;
    return outcome.type === 'denied' ? (outcome.reason ?? null) : null;
  }
  return entry.outcome.type === 'declined' ? (entry.outcome.reason ?? null) : null;
}
