import type { FileMark } from '../../../shared/files/file-mark.ts';
import type { ActionEnding, ApplyFailure, PendingAction } from '../../../shared/previews/pending-action.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';

/** The state of a preview in its header. */
export function stateWords({ state }: PendingAction): string {
  switch (state.type) {
    case 'open':
      return state.failure === null ? 'Waiting for your decision' : 'Failed';
    case 'decided':
    case 'carrying-out':
      return 'Waiting for your decision';
    case 'ended':
      return endedWords(state.ending);
  }
}

function endedWords(ending: ActionEnding): string {
  switch (ending.type) {
    case 'applied':
      return 'Accept';
    case 'discarded':
      return 'Discard';
    case 'refined':
      return ending.superseded ? 'Superseded' : 'Refine';
    case 'superseded':
      return 'Superseded';
  }
}

/** Returns the note below a preview that has ended, or that nobody will be asked about. */
export function noteOf({ state, userEdits }: PendingAction): string | null {
  switch (state.type) {
    case 'open':
      return state.left ? 'The agent went on without settling this. It is still yours to decide.' : null;
    case 'decided':
      return 'Decided. It takes effect as soon as the agent has got that far.';
    case 'carrying-out':
      return 'Decided. It takes effect now.';
    case 'ended':
      return endWords(state.ending, userEdits !== undefined);
  }
}

function endWords(ending: ActionEnding, edited: boolean): string {
  switch (ending.type) {
    case 'applied':
      if (ending.undone) return 'Applied, then undone. The files are as they were before.';
      if (ending.decidedBy === 'policy') return 'Applied without asking, as this chat is set.';
      return edited ? 'Edited and applied by you.' : 'Applied by you.';
    case 'discarded':
    case 'refined':
      return ending.decidedBy === 'user'
        ? 'Discarded by you. Nothing was written.'
        : 'Discarded by the agent. Nothing was written.';
    case 'superseded':
      return 'A newer preview took its place. Nothing of this one was applied.';
  }
}

/** Returns advice on a failed attempt. */
export function retryAdvice({ kind }: ApplyFailure): string {
  switch (kind) {
    case 'changed':
      return 'Put the file back as it was and apply again, or discard this and ask for a new preview.';
    case 'other':
      return 'The preview is kept. Set that right and apply again, or discard it.';
  }
}

const changes = { created: 'New file', changed: 'Changed', deleted: 'Deleted' } as const;

export function changeWords({ change }: FileDiff): string {
  return changes[change];
}

const marks: Record<FileMark, string> = {
  'holds-secrets': 'Holds secrets',
  'runs-code': 'Runs code later',
  'steers-agents': 'Steers agents',
  'changes-ignored': 'Changes what is ignored',
};

/** Returns the reason for a second look at a file. */
export function markWords(mark: FileMark): string {
  return marks[mark];
}

/** Counts the lines that a file gains and loses. */
export function countLines({ hunks }: FileDiff): { added: number; removed: number } {
  let [added, removed] = [0, 0];
  for (const { lines } of hunks) {
    for (const line of lines) {
      if (line.startsWith('+')) added += 1;
      else if (line.startsWith('-')) removed += 1;
    }
  }
  return { added, removed };
}

/** The same in words. */
export function lineWords({ added, removed }: { added: number; removed: number }): string {
  const words = (count: number, what: string) =>
    count === 0 ? null : `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'} ${what}`;
  return [words(added, 'added'), words(removed, 'removed')].filter(Boolean).join(', ') || 'no line changed';
}
