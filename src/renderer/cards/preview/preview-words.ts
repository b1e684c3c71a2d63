import { visibleText } from '../../../shared/hidden-characters.ts';
import type { ActionEnding, PendingAction, PreviewState } from '../../../shared/previews/pending-action.ts';
import { previewKinds } from '../../../shared/previews/preview-kind.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import type { EditAction } from './preview-card-state.ts';
import { countLines } from './diff/file-facts.tsx';
import { commentCount } from './diff/comments.tsx';

/** Says who has what for the person while a change of files waits. */
export function reviewTitle(agent: string, { preview }: EditAction): string {
  const { length } = preview.files;
  return length === 1 ? `${agent} has a file to review` : `${agent} has ${length} files to review`;
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

const mostNamed = 3;

/** Says of the files that are others by now what the change comes to on each; `left` counts the places to choose at. */
export function meanwhileWords(
  { preview: { files } }: EditAction,
  left: number,
): { name: string; words: string }[] {
  const others = files.filter(({ meanwhile }) => meanwhile !== undefined);
  const named = others.length > mostNamed + 1 ? others.slice(0, mostNamed) : others;
  const lines = named.map((file) => ({ name: fileName(file.path), words: onFileNow(file, left) }));
  const more = others.length - named.length;
  if (more > 0) lines.push({ name: `${more} more files`, words: 'changed meanwhile, too.' });
  return lines;
}

function onFileNow({ change, meanwhile, hunks, conflicts }: FileDiff, left: number): string {
  const happened = {
    created: 'was made meanwhile',
    changed: 'changed meanwhile',
    deleted: 'was deleted meanwhile',
  }[meanwhile ?? 'changed'];
  if (conflicts !== undefined)
    return `${happened}, ${meanwhile === 'created' ? 'with another text' : 'where this changes it too'}. ${leftWords(left)}`;
  if (change !== 'created' && hunks.length === 0)
    return `${happened} and already is like that. Nothing is left to change.`;
  switch (change) {
    case 'created':
      return `${happened}. Applying makes it again.`;
    case 'deleted':
      return `${happened}. Applying deletes it as it is now.`;
    case 'changed':
      return `${happened}. The change was put onto it as it is now. Look again before you apply.`;
  }
}

function leftWords(left: number): string {
  if (left === 0) return 'You chose what stays.';
  return left === 1 ? 'Choose what stays.' : `Choose what stays at ${left} places.`;
}

/** Returns which other chats have a change of the same files; null where none has. */
export function outdatedWords(ending: ActionEnding | null): string | null {
  const names = ending?.type === 'applied' ? (ending.outdated ?? []) : [];
  if (names.length === 0) return null;
  const chats = new Intl.ListFormat('en').format(names.map((name) => `“${visibleText(name, 'line')}”`));
  return `A waiting change in ${chats} is about the same file, and has to be looked at again.`;
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

/** Counts the lines that the files of a preview gain and lose. */
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

type Hint = Pick<FileDiff, 'meanwhile'> & { edited: boolean; dropped: number; of: number; comments: number };

const meanwhileHints = {
  created: 'Made meanwhile',
  changed: 'Changed meanwhile',
  deleted: 'Deleted meanwhile',
};

/** Says what happened to a file, and what the person made of it; null where that is nothing. */
export function hintOf({ meanwhile, edited, dropped, of, comments }: Hint): string | null {
  const isPartly = dropped > 0 && dropped < of;
  const made = edited ? 'Edited by you' : isPartly ? `${dropped} of ${of} dropped` : null;
  const happened = meanwhile && meanwhileHints[meanwhile];
  return [happened, made, commentCount(comments)].filter(Boolean).join(', ') || null;
}
