import { createStore, type StoreApi } from 'zustand/vanilla';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { LineComment } from '../../shared/previews/decision.ts';
import type { FileDiff } from '../../shared/previews/preview.ts';
import { filledComments, isSameLine, quoteOfLine } from '../../shared/previews/line-comments.ts';
import {
  type CommentIntents,
  createCommentIntents,
  type WrittenComments,
} from '../cards/diff/comment-intents.ts';
import { type DiffLine, diffLines } from '../cards/diff/diff-lines.ts';
import { createDraftSaver } from '../draft-saver.ts';
import { pageTiming, type Timing } from '../page-timing.ts';
import { type KeptTexts, readKept, writeKept } from '../state/kept-texts.ts';

type ChangeComments = StoreApi<ReadonlyMap<WorkspaceId, WrittenComments>>;

export const noComments: WrittenComments = { comments: [], commenting: [] };

const place = 'parley-change-comments';

type Kept = { id: WorkspaceId; comments: readonly LineComment[] };

/** Comments on the changes of chats that are not sent yet; they stay over a reload of the window. */
export function createChangeComments(texts: KeptTexts, timing: Timing): ChangeComments {
  const kept = readKept(texts, place).filter(isKept);
  const store: ChangeComments = createStore(
    () => new Map(kept.map(({ id, comments }) => [id, { ...noComments, comments }])),
  );
  const write = (_: typeof place, list: readonly Kept[]) => writeKept(texts, place, list);
  const saver = createDraftSaver(write, timing);
  store.subscribe((all) => saver.save(place, listOf(all), 'soon'));
  return store;
}

let ofWindow: ChangeComments | undefined;

/** Those of this window. */
export function changeComments(): ChangeComments {
  return (ofWindow ??= createChangeComments(sessionStorage, pageTiming));
}

function listOf(all: ReturnType<ChangeComments['getState']>): Kept[] {
  return [...all].flatMap(([id, { comments }]) => (comments.length === 0 ? [] : [{ id, comments }]));
}

function isKept(kept: unknown): kept is Kept {
  if (typeof kept !== 'object' || kept === null || !('id' in kept) || !('comments' in kept)) return false;
  return typeof kept.id === 'string' && Array.isArray(kept.comments) && kept.comments.every(isComment);
}

function isComment(kept: unknown): kept is LineComment {
  if (typeof kept !== 'object' || kept === null) return false;
  const { path, side, line, quote, text }: Partial<Record<keyof LineComment, unknown>> = kept;
  return (
    (side === 'old' || side === 'new') &&
    typeof line === 'number' &&
    [path, quote, text].every((value) => typeof value === 'string')
  );
}

/** Returns what a person can do with the comments on the changes of a chat. */
export function commentIntents(store: ChangeComments, id: WorkspaceId): CommentIntents {
  return createCommentIntents({
    read: () => store.getState().get(id) ?? noComments,
    write: (change) => writeComments(store, id, change),
  });
}

export function writeComments(
  store: ChangeComments,
  id: WorkspaceId,
  change: Partial<WrittenComments>,
): void {
  const all = store.getState();
  store.setState(new Map(all).set(id, { ...(all.get(id) ?? noComments), ...change }), true);
}

/**
 * Moves comments to the lines that they are about, after the changes were read again: of those with the same text the
 * nearest. One whose line is gone stays as it is, and so does one whose line another comment is on.
 */
export function followLines(comments: readonly LineComment[], files: readonly FileDiff[]): LineComment[] {
  const moved: LineComment[] = [];
  for (const comment of comments) {
    const file = files.find(({ path }) => path === comment.path);
    const line = file === undefined ? undefined : lineNow(comment, file);
    const now = line === undefined ? comment : { ...comment, line };
    const isTaken = [...comments, ...moved].some((other) => other !== comment && isSameLine(other, now));
    moved.push(isTaken ? comment : now);
  }
  return moved;
}

function lineNow({ side, line, quote }: LineComment, { hunks }: FileDiff): number | undefined {
  const numbers = hunks
    .flatMap(diffLines)
    .filter(({ kind, text }) => isOn(side, kind) && quoteOfLine(text) === quote)
    .flatMap(({ oldNumber, newNumber }) => (side === 'old' ? oldNumber : newNumber) ?? []);
  return numbers.toSorted((a, b) => Math.abs(a - line) - Math.abs(b - line))[0];
}

/** As `markOf`: a comment on a line that both sides have is on the new one. */
function isOn(side: LineComment['side'], kind: DiffLine['kind']): boolean {
  return side === 'old' ? kind === 'removed' : kind === 'added' || kind === 'same';
}

/** Returns the message that comments are sent as; null where none has text. */
export function commentsMessage(comments: readonly LineComment[]): string | null {
  const filled = filledComments(comments);
  if (filled.length === 0) return null;
  const head = filled.length === 1 ? 'A comment on your changes:' : 'Comments on your changes:';
  return [head, ...filled.map(commentText)].join('\n\n');
}

function commentText({ path, side, line, quote, text }: LineComment): string {
  const where = side === 'old' ? `line ${line} as it was before` : `line ${line}`;
  return `${path}, ${where}:\n> ${quote}\n${text.trim()}`;
}
