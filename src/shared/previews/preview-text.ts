import { visibleText } from '../hidden-characters.ts';
import type { RecordedOutcome } from '../recorded-outcome.ts';
import type {
  PreviewOutcome,
  PreviewSettlement,
  ActionOf,
  ApplyFailure,
  PendingAction,
} from './pending-action.ts';
import { isPutBack, type PreviewKind, previewKinds } from './preview-kind.ts';
import type { FileDiff, Preview, PutBack } from './preview.ts';

/** Says who has what for the person while a change of files waits, or what is to be brought or put back. */
export function reviewTitle(agent: string, action: ActionOf<'edit'>): string {
  const { preview } = action;
  const { length } = preview.files;
  if (preview.putBack !== undefined) return `${putBackTitle(action)} to drop`;
  if (preview.broughtBack !== undefined)
    return `${fileCount(length)} to bring into ${fileName(preview.broughtBack.into)}`;
  return length === 1 ? `${agent} has a file to review` : `${agent} has ${length} files to review`;
}

/** Names the files of a preview: the one, or their number. */
export function filesTitle({ preview: { files } }: ActionOf<'edit'>): string {
  const [first] = files;
  return files.length === 1 && first !== undefined ? fileName(first.path) : fileCount(files.length);
}

/** Names what of a chat's changes is put back. */
function putBackTitle(action: ActionOf<'edit'>): string {
  const { putBack, files } = action.preview;
  const name = filesTitle(action);
  if (putBack?.what === 'change') return `A change of ${name}`;
  switch (files[0]?.change) {
    case 'created':
      return `The deletion of ${name}`;
    case 'deleted':
      return `The new ${name}`;
    case 'changed':
    case undefined:
      return `All changes of ${name}`;
  }
}

function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function fileCount(count: number): string {
  return count === 1 ? '1 file' : `${count.toLocaleString('en')} files`;
}

/** Says how long a plan is. */
export function planLength(plan: string): string {
  const steps = plan.match(/^ {0,3}\d+[.)] /gm)?.length ?? 0;
  const lines = plan.trimEnd().split('\n').length;
  const parts = [
    steps < 2 ? null : `${steps} steps`,
    lines === 1 ? '1 line' : `${lines.toLocaleString('en')} lines`,
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Counts comments; null where there are none. */
export function commentCount(count: number): string | null {
  if (count === 0) return null;
  return count === 1 ? '1 comment' : `${count.toLocaleString('en')} comments`;
}

/** The state of a preview in a word or two. */
export function previewStatus({ state, preview }: PendingAction): string {
  switch (state.type) {
    case 'open':
      return state.failure === null ? 'Needs you' : 'Failed';
    case 'decided':
    case 'carrying-out':
      return 'Working';
    case 'ended':
      return shownStatus(state.settlement.outcome, preview);
  }
}

function shownStatus(outcome: PreviewOutcome, preview: Preview): string {
  return endedStatus(outcome, preview.type, isPutBack(preview));
}

function endedStatus(outcome: PreviewOutcome, kind: PreviewKind, isDrop: boolean): string {
  switch (outcome.type) {
    case 'applied':
      if (outcome.undone) return 'Undone';
      return isDrop ? 'Dropped' : previewKinds[kind].appliedWord;
    case 'discarded':
      return 'Discarded';
    case 'refined':
      return outcome.superseded ? 'Replaced' : 'Sent back';
    case 'superseded':
      return 'Replaced';
  }
}

/** For an exported chat: what became of a preview. */
export function exportedPreview({ state, preview }: PendingAction): string {
  switch (state.type) {
    case 'open':
      return 'Needs you';
    case 'decided':
    case 'carrying-out':
      return 'Decided';
    case 'ended':
      return state.settlement.outcome.type === 'refined'
        ? 'Sent back'
        : shownStatus(state.settlement.outcome, preview);
  }
}

/** Says what an ended change of files was about, after its status. */
export function aboutEndedEdit(action: ActionOf<'edit'>, outcome: PreviewOutcome): string {
  const { files, broughtBack, putBack } = action.preview;
  switch (outcome.type) {
    case 'applied': {
      if (putBack !== undefined) return putBackTitle(action);
      if (outcome.undone)
        return files.length === 1 ? '1 file is as it was' : `${files.length} files are as they were`;
      const left = leftOut(action).length;
      if (left > 0) return `${files.length} of ${fileCount(files.length + left)}`;
      const count = fileCount(files.length) + (broughtBack ? ` in ${fileName(broughtBack.into)}` : '');
      if (outcome.decidedBy === 'policy') return `${count}, without asking`;
      return action.userEdits === undefined ? count : `${count}, with your edits`;
    }
    case 'refined':
      return outcome.userWords ?? sentBackWith(action, outcome.comments?.length ?? 0);
    case 'discarded': {
      const reason = outcome.userWords ?? (outcome.decidedBy === 'agent' ? outcome.agentReason : null);
      return reason === null || reason.trim() === '' ? filesTitle(action) : reason;
    }
    case 'superseded':
      return files.length === 1 ? `By a newer change of ${filesTitle(action)}` : 'By a newer change';
  }
}

/** Says what went back with a change of files. */
function sentBackWith(action: ActionOf<'edit'>, comments: number): string {
  const dropped = action.userEdits === undefined ? 0 : leftOut(action).length;
  const parts = [commentCount(comments), dropped === 0 ? null : `${fileCount(dropped)} dropped`];
  return parts.filter(Boolean).join(', ') || filesTitle(action);
}

/** The files that the person left out of what was applied. */
function leftOut({ preview, userEdits = [] }: ActionOf<'edit'>): FileDiff[] {
  return userEdits.filter(({ path }) => preview.files.every((file) => file.path !== path));
}

/** Says what an ended plan was about, after its status. */
export function aboutEndedPlan({ preview, userEdits }: ActionOf<'plan'>, outcome: PreviewOutcome): string {
  switch (outcome.type) {
    case 'applied':
      return [
        userEdits === undefined ? preview.title : `${preview.title}, with your changes`,
        ...(preview.choices ?? []).flatMap(({ id, words }) => (id === outcome.choice ? [words] : [])),
      ].join(' · ');
    case 'discarded':
      return outcome.decidedBy === 'user' ? preview.title : `${preview.title}, by the agent`;
    case 'refined':
      return `${preview.title}, with your notes`;
    case 'superseded':
      return `${preview.title}, by a newer plan`;
  }
}

const stillOpen: Record<PreviewKind, string> = {
  edit: 'You can still apply or discard this.',
  plan: 'You can still approve or discard this.',
  custom: 'You can still apply or discard this.',
};

/** Returns the note below a preview that has ended, or that nobody will be asked about; null where it waits. */
export function stateNote({ state, preview, userEdits }: PendingAction): string | null {
  switch (state.type) {
    case 'open':
      return state.left ? `The agent moved on. ${stillOpen[preview.type]}` : null;
    case 'decided':
      return 'Decided. It takes effect as soon as the agent gets there.';
    case 'carrying-out':
      return 'Decided. It takes effect now.';
    case 'ended':
      return isPutBack(preview) && state.settlement.outcome.type === 'applied'
        ? droppedNote(state.settlement.outcome)
        : endedNote(state.settlement.outcome, preview.type, userEdits !== undefined);
  }
}

function droppedNote({ undone }: { undone: boolean }): string {
  return undone ? 'Dropped, then undone. The file is as it was before.' : 'Dropped by you.';
}

function endedNote(outcome: PreviewOutcome, kind: PreviewKind, edited: boolean): string {
  switch (kind) {
    case 'edit':
    case 'custom':
      return endedChangeNote(outcome, edited);
    case 'plan':
      return endedPlanNote(outcome, edited);
  }
}

function endedChangeNote(outcome: PreviewOutcome, edited: boolean): string {
  switch (outcome.type) {
    case 'applied':
      if (outcome.undone) return 'Applied, then undone. The files are as they were before.';
      if (outcome.decidedBy === 'policy') return 'Applied without asking, as this chat is set.';
      return edited ? 'Edited and applied by you.' : 'Applied by you.';
    case 'refined':
      return outcome.superseded
        ? 'Sent back by you. A newer change took its place. Nothing of this one was written.'
        : 'Sent back by you. Nothing was written.';
    case 'discarded':
      return outcome.decidedBy === 'user'
        ? 'Discarded by you. Nothing was written.'
        : 'Discarded by the agent. Nothing was written.';
    case 'superseded':
      return 'A newer preview took its place. Nothing of this one was applied.';
  }
}

function endedPlanNote(outcome: PreviewOutcome, edited: boolean): string {
  switch (outcome.type) {
    case 'applied':
      return edited ? 'Approved by you, with your changes.' : 'Approved by you.';
    case 'discarded':
      return outcome.decidedBy === 'user' ? 'Discarded by you.' : 'Discarded by the agent.';
    case 'refined':
      return outcome.superseded
        ? 'Sent back with your notes. A newer version took its place.'
        : 'Sent back with your notes.';
    case 'superseded':
      return 'A newer plan took its place. Nothing of this one was approved.';
  }
}

/** Says what can be done about a preview that could not be applied. */
export function retryAdvice({ kind }: ApplyFailure): string {
  switch (kind) {
    case 'changed':
      return 'It is not a text file any more, so the change can’t be applied to it. Drop it, ask for changes, or discard this.';
    case 'other':
      return 'The preview is kept. Fix that and apply again, or discard it.';
  }
}

const mostNamed = 3;

/**
 * Says of the files that changed while their change waited what the change comes to on each; `left` counts the
 * places where the person still has to choose a side.
 */
export function meanwhileText(
  { preview: { files } }: ActionOf<'edit'>,
  left: number,
): { name: string; text: string }[] {
  const others = files.filter(({ meanwhile }) => meanwhile !== undefined);
  const named = others.length > mostNamed + 1 ? others.slice(0, mostNamed) : others;
  const lines = named.map((file) => ({ name: fileName(file.path), text: onFileNow(file, left) }));
  const more = others.length - named.length;
  if (more > 0) lines.push({ name: `${more} more files`, text: 'changed meanwhile, too.' });
  return lines;
}

function onFileNow({ change, meanwhile, hunks, conflicts }: FileDiff, left: number): string {
  const happened = {
    created: 'was made meanwhile',
    changed: 'changed meanwhile',
    deleted: 'was deleted meanwhile',
  }[meanwhile ?? 'changed'];
  if (conflicts !== undefined)
    return `${happened}, ${meanwhile === 'created' ? 'with another text' : 'where this changes it too'}. ${choicesLeft(left)}`;
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

function choicesLeft(left: number): string {
  if (left === 0) return 'You chose what stays.';
  return left === 1 ? 'Choose what stays.' : `Choose what stays at ${left} places.`;
}

const meanwhileHints = {
  created: 'Made meanwhile',
  changed: 'Changed meanwhile',
  deleted: 'Deleted meanwhile',
};

type Hint = Pick<FileDiff, 'meanwhile'> & { edited: boolean; dropped: number; of: number; comments: number };

/** Says what happened to a file, and what the person made of it; null where that is nothing. */
export function fileHint({ meanwhile, edited, dropped, of, comments }: Hint): string | null {
  const isPartly = dropped > 0 && dropped < of;
  const made = edited ? 'Edited by you' : isPartly ? `${dropped} of ${of} dropped` : null;
  const happened = meanwhile && meanwhileHints[meanwhile];
  return [happened, made, commentCount(comments)].filter(Boolean).join(', ') || null;
}

/** Returns which other chats have a change of the same files; null where none has. */
export function outdatedText(outcome: PreviewOutcome | null): string | null {
  const names = outcome?.type === 'applied' ? (outcome.outdated ?? []) : [];
  if (names.length === 0) return null;
  const chats = new Intl.ListFormat('en').format(names.map((name) => `“${visibleText(name, 'line')}”`));
  return `A waiting change in ${chats} is about the same file, and has to be looked at again.`;
}

/** A preview as the record of decisions has it; `preview` is its kind, null where it is not kept any more. */
type PreviewRecord = {
  preview: PreviewKind | null;
  files: readonly unknown[];
  putBack?: PutBack['what'] | undefined;
  settlement: PreviewSettlement;
};

/** Returns the kind of a recorded preview. Of those that are not kept any more, those with files are edits, others plans. */
export function recordedKind({ preview, files }: PreviewRecord): PreviewKind {
  return preview ?? (files.length > 0 ? 'edit' : 'plan');
}

/** For the record of decisions: what became of a preview, in a word. */
export function recordedStatus(entry: PreviewRecord): string {
  const { outcome } = entry.settlement;
  if (outcome.type === 'refined') return 'Sent back';
  return endedStatus(outcome, recordedKind(entry), entry.putBack !== undefined);
}

/** For the record of decisions: what became of a preview, with what was said to it. */
export function recordedPreview(entry: PreviewRecord): RecordedOutcome {
  const { outcome } = entry.settlement;
  return {
    word: recordedStatus(entry),
    tone: toneOf(outcome),
    detail:
      outcome.type === 'superseded'
        ? null
        : outcome.userWords || (outcome.decidedBy === 'agent' ? outcome.agentReason : null) || null,
  };
}

function toneOf(outcome: PreviewOutcome): RecordedOutcome['tone'] {
  switch (outcome.type) {
    case 'applied':
      return outcome.undone ? 'none' : 'yes';
    case 'discarded':
      return 'no';
    case 'refined':
      return 'back';
    case 'superseded':
      return 'none';
  }
}

/** For the record of decisions: who decided. */
export function previewDecider({ settlement: { outcome } }: PreviewRecord): string {
  if (outcome.type === 'superseded') return 'A newer version';
  switch (outcome.decidedBy) {
    case 'user':
      return 'You';
    case 'agent':
      return 'The agent itself';
    case 'policy':
      return 'The chat’s setting for approvals';
  }
}

/** For the record of decisions: the reason of the agent and the text of the person, as far as they gave any. */
export function previewAnswers({
  settlement: { outcome },
}: PreviewRecord): { question: string; answer: string }[] {
  if (outcome.type === 'superseded') return [];
  const said = [
    { question: 'The agent’s reason', answer: outcome.agentReason },
    { question: 'Your words', answer: outcome.userWords },
  ];
  return said.flatMap(({ question, answer }) => (answer ? [{ question, answer }] : []));
}
