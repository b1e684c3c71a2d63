import { type PreviewKind, previewKinds } from '../previews/preview-kind.ts';
import type { LedgerEntry } from './ledger-entry.ts';

type Preview = Extract<LedgerEntry, { kind: 'preview' }>;

/** Returns the kind of a preview. Of those that are not kept any more, those with files are edits, others plans. */
export function previewEntryKind(entry: Preview): PreviewKind {
  return entry.preview ?? (entry.files.length > 0 ? 'edit' : 'plan');
}

/** Says what became of a preview in a word. */
export function previewStatus(entry: Preview): string {
  const { ending } = entry;
  switch (ending.type) {
    case 'applied':
      if (ending.undone) return 'Undone';
      return previewKinds[previewEntryKind(entry)].appliedWord;
    case 'discarded':
      return 'Discarded';
    case 'refined':
      return 'Revised';
    case 'superseded':
      return 'Replaced';
  }
}

/** Returns the words that came with the decision; null where there are none. */
export function previewAside({ ending }: Preview): string | null {
  if (ending.type === 'superseded') return null;
  return ending.userWords || (ending.decidedBy === 'agent' ? ending.agentReason : null) || null;
}

/** Says who decided. */
export function previewDecider({ ending }: Preview): string {
  if (ending.type === 'superseded') return 'A newer version';
  switch (ending.decidedBy) {
    case 'user':
      return 'You';
    case 'agent':
      return 'The agent itself';
    case 'policy':
      return 'The chat’s setting for approvals';
  }
}

/** Returns the reason of the agent and the words of the person, as far as they gave any. */
export function previewWords({ ending }: Preview): { question: string; answer: string }[] {
  if (ending.type === 'superseded') return [];
  const said = [
    { question: 'The agent’s reason', answer: ending.agentReason },
    { question: 'Your words', answer: ending.userWords },
  ];
  return said.flatMap(({ question, answer }) => (answer ? [{ question, answer }] : []));
}
