import type { PermissionVerdict } from '../permissions/permission-verdict.ts';
import { isForGood } from '../permissions/rule-decision.ts';
import { subjectText } from '../permissions/subject-words.ts';
import { waitedText } from './waited-text.ts';
import type { LedgerEntry } from './ledger-entry.ts';

type PermissionEntry = Extract<LedgerEntry, { kind: 'permission' }>;

/** Says how a permission ended, in a word or two. */
export function verdictStatus(verdict: PermissionVerdict): string {
  switch (verdict.type) {
    case 'allowed':
      return 'Allowed';
    case 'denied':
      return 'Denied';
    case 'replied-in-chat':
      return 'Answered in chat';
    case 'interrupted':
      return 'Cancelled';
    case 'nobody':
      return 'Not asked';
    case 'cut-off':
      return 'Cut off';
  }
}

/** Returns the answer that was given, and what came of it. */
export function permissionHeadline({ settlement, result }: PermissionEntry) {
  const { verdict } = settlement;
  switch (verdict.type) {
    case 'allowed': {
      const { exitCode = null } = result ?? {};
      const aside = exitCode === null ? null : `exit code ${exitCode}`;
      if (verdict.by.type === 'rule') return { answer: 'Allowed by your rule', aside };
      return { answer: isForGood(settlement) ? 'Always allowed' : 'Allowed once', aside };
    }
    case 'denied':
      return { answer: 'Denied', aside: verdict.reason ?? null };
    case 'replied-in-chat':
    case 'interrupted':
    case 'nobody':
    case 'cut-off':
      return { answer: verdictStatus(verdict), aside: null };
  }
}

/** Who decided, and where. */
export function permissionDecider(verdict: PermissionVerdict): string {
  switch (verdict.type) {
    case 'allowed':
    case 'denied':
      return verdict.by.type === 'rule' ? 'Your rule' : 'You, on the card';
    case 'replied-in-chat':
      return 'You, in the chat';
    case 'interrupted':
    case 'cut-off':
      return 'The agent was stopped';
    case 'nobody':
      return 'Nobody could be asked';
  }
}

/** Returns what was asked for and what became of it, each with what it answers. */
export function permissionWords({ permission, reason, settlement, result }: PermissionEntry) {
  const { verdict, choice } = settlement;
  const said = [
    { question: 'Asked for', answer: subjectText(permission) },
    { question: 'The agent’s reason', answer: reason },
    { question: 'You answered', answer: choice?.external ? choice.words : null },
    { question: 'You changed the command to', answer: verdict.type === 'allowed' ? verdict.line : null },
    { question: 'What came of it', answer: result === null ? null : resultText(result) },
  ];
  return said.flatMap(({ question, answer }) => (answer ? [{ question, answer }] : []));
}

function resultText({ exitCode, durationMs }: NonNullable<PermissionEntry['result']>): string {
  const took = `after ${waitedText(durationMs)}`;
  return exitCode === null ? `Ended ${took}` : `Exit code ${exitCode}, ${took}`;
}
