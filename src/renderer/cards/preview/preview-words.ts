import type { FileMark } from '../../../shared/files/file-mark.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type {
  ActionEnding,
  ApplyFailure,
  PendingAction,
  PreviewState,
} from '../../../shared/previews/pending-action.ts';
import { previewKinds } from '../../../shared/previews/preview-kind.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import type { EditAction } from './preview-part.ts';

/** Says who has what for the person while a change of files waits. */
export function reviewTitle(agent: string, { preview }: EditAction): string {
  const { length } = preview.files;
  return length === 1 ? `${agent} has a file to review` : `${agent} has ${length} files to review`;
}

/** Counts comments; null where there are none. */
export function commentCount(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 comment' : `${count.toLocaleString('en')} comments`;
}

/** Names the files of a preview: the one, or their number. */
export function filesTitle({ preview: { files } }: EditAction): string {
  const [first] = files;
  return files.length === 1 && first !== undefined ? fileName(first.path) : filesInWords(files.length);
}

export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function filesInWords(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`;
}

/** Returns what an ended preview was about, after its state. */
export function aboutEnded(action: EditAction, ending: ActionEnding): string {
  const { files } = action.preview;
  switch (ending.type) {
    case 'applied': {
      if (ending.undone)
        return files.length === 1 ? '1 file is as it was' : `${files.length} files are as they were`;
      const left = leftOut(action).length;
      if (left > 0) return `${files.length} of ${filesInWords(files.length + left)}`;
      const words = filesInWords(files.length);
      if (ending.decidedBy === 'policy') return `${words}, without asking`;
      return action.userEdits === undefined ? words : `${words}, with your edits`;
    }
    case 'refined':
      if (ending.userWords === null) return `${filesTitle(action)}, sent back with your comments`;
      return ending.userWords;
    case 'discarded': {
      const words = ending.userWords ?? (ending.decidedBy === 'agent' ? ending.agentReason : null);
      return words === null || words.trim() === '' ? filesTitle(action) : words;
    }
    case 'superseded':
      return files.length === 1 ? `By a newer change of ${filesTitle(action)}` : 'By a newer change';
  }
}

/** The files that the person left out of what was applied. */
function leftOut({ preview, userEdits = [] }: EditAction): FileDiff[] {
  return userEdits.filter(({ path }) => preview.files.every((file) => file.path !== path));
}

/** Returns the note below a preview that has ended, or that nobody will be asked about. */
export function noteOf({ state, userEdits }: PendingAction): string | null {
  return stateNote(state, (ending) => endWords(ending, userEdits !== undefined));
}

/** Returns which other chats have a change that this one put out of date; null where none has. */
export function outdatedWords(ending: ActionEnding | null): string | null {
  const names = ending?.type === 'applied' ? (ending.outdated ?? []) : [];
  if (names.length === 0) return null;
  const chats = new Intl.ListFormat('en').format(names.map((name) => `“${visibleText(name, 'line')}”`));
  return `This put a waiting change in ${chats} out of date.`;
}

function endWords(ending: ActionEnding, edited: boolean): string {
  switch (ending.type) {
    case 'applied':
      if (ending.undone) return 'Applied, then undone. The files are as they were before.';
      if (ending.decidedBy === 'policy') return 'Applied without asking, as this chat is set.';
      return edited ? 'Edited and applied by you.' : 'Applied by you.';
    case 'refined':
      return ending.superseded
        ? 'Sent back by you. A newer change took its place. Nothing of this one was written.'
        : 'Sent back by you. Nothing was written.';
    case 'discarded':
      return ending.decidedBy === 'user'
        ? 'Discarded by you. Nothing was written.'
        : 'Discarded by the agent. Nothing was written.';
    case 'superseded':
      return 'A newer preview took its place. Nothing of this one was applied.';
  }
}

/** Returns advice on a failed attempt; `isFree` where no file is in the way of another one any more. */
export function retryAdvice({ kind }: ApplyFailure, isFree: boolean): string {
  switch (kind) {
    case 'changed':
      return isFree
        ? 'The file is as it was again: apply again, or discard this.'
        : 'Put the file back as it was and apply again, drop it, or ask for changes.';
    case 'other':
      return 'The preview is kept. Set that right and apply again, or discard it.';
  }
}

const changes = { created: 'New', changed: null, deleted: 'Deleted' } as const;

/** Says what becomes of a file, other than that it changes. */
export function changeWords({ change }: FileDiff): string | null {
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

/** The same of all the files of a preview. */
export function totalOf({ preview }: EditAction): { added: number; removed: number } {
  const counts = preview.files.map(countLines);
  return {
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  };
}

/** The state of a preview in a word or two. */
export function stateWords({ state, preview }: PendingAction): string {
  switch (state.type) {
    case 'open':
      return state.failure === null ? 'Needs you' : 'Failed';
    case 'decided':
    case 'carrying-out':
      return 'Working';
    case 'ended':
      return endedWords(state.ending, previewKinds[preview.type].appliedWord);
  }
}

function endedWords(ending: ActionEnding, done: string): string {
  switch (ending.type) {
    case 'applied':
      return ending.undone ? 'Undone' : done;
    case 'discarded':
      return 'Discarded';
    case 'refined':
      return ending.superseded ? 'Replaced' : 'Revised';
    case 'superseded':
      return 'Replaced';
  }
}

/** Returns the note below a preview that nobody will be asked about, or that has ended, as `endWords` puts it. */
export function stateNote(state: PreviewState, endWords: (ending: ActionEnding) => string): string | null {
  switch (state.type) {
    case 'open':
      return state.left ? 'The agent went on without settling this. It is still yours to decide.' : null;
    case 'decided':
      return 'Decided. It takes effect as soon as the agent gets there.';
    case 'carrying-out':
      return 'Decided. It takes effect now.';
    case 'ended':
      return endWords(state.ending);
  }
}
