import { setImmediate } from 'node:timers/promises';
import { foldText, foundIn } from '../../shared/find/fold-text.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { optionsOf } from '../../shared/questions/question-kinds.ts';
import type { Question, Reply, Settlement } from '../../shared/questions/questions.ts';
import type { PendingAction } from '../../shared/previews/pending-action.ts';
import { searchWords } from '../../shared/previews/preview-kind.ts';
import type { FoundLines, FoundMessages } from '../../shared/transcript/message-page.ts';
import type { SearchedPart, SearchStore } from '../storage/search-store.ts';

/** The messages searched before the search yields to other work. */
const slice = 250;

const mostPlaces = 10_000;

/**
 * The places of a text in a chat's messages, questions, answers and plans, newest first. A long chat is read
 * in slices, so that streams and answers go on meanwhile; ends early when the signal aborts.
 */
export async function findMessages(
  store: SearchStore,
  workspaceId: WorkspaceId,
  text: string,
  signal: AbortSignal | undefined,
): Promise<FoundMessages> {
  const sought = foldText(text).trim();
  const places: FoundMessages['places'] = [];
  let before = Number.MAX_SAFE_INTEGER;
  while (sought !== '' && !signal?.aborted) {
    const read = store.before(workspaceId, before, slice);
    if (read === undefined) break;
    for (const part of read.parts) {
      if (!foldText(searchableText(part)).includes(sought)) continue;
      if (places.length === mostPlaces) return { places, hasMore: true };
      places.push({ messageId: part.message_id, part: part.position });
    }
    before = read.first;
    await setImmediate();
  }
  return { places, hasMore: false };
}

/** The most lines a search of all chats gives, in all and of one chat. */
const mostLines = 40;
const mostOfChat = 3;

/** The longest line given, in characters, and how much of it stands before what was found. */
const longestLine = 200;
const before = 40;

/**
 * The lines with a text in the messages of all chats, newest first and a few of each chat. Goes through
 * slices like `findMessages`; ends early when the signal aborts.
 */
export async function findLines(
  store: SearchStore,
  text: string,
  signal: AbortSignal | undefined,
): Promise<FoundLines> {
  const sought = foldText(text).trim();
  const lines: FoundLines['lines'] = [];
  const ofChat = new Map<WorkspaceId, number>();
  let at = Number.MAX_SAFE_INTEGER;
  while (sought !== '' && !signal?.aborted) {
    const read = store.before(null, at, slice);
    if (read === undefined) break;
    for (const part of read.parts) {
      const count = ofChat.get(part.workspace_id) ?? 0;
      const line = count < mostOfChat ? lineWith(searchableText(part), sought) : undefined;
      if (line === undefined) continue;
      if (lines.length === mostLines) return { lines, hasMore: true };
      ofChat.set(part.workspace_id, count + 1);
      const place = { messageId: part.message_id, part: part.position };
      lines.push({ workspaceId: part.workspace_id, place, line });
    }
    at = read.first;
    await setImmediate();
  }
  return { lines, hasMore: false };
}

/** Returns the part of a text around folded words, in one line; undefined where it has none. */
function lineWith(text: string, sought: string): string | undefined {
  if (!foldText(text).includes(sought)) return undefined;
  const [[start] = [0]] = foundIn(text, sought);
  const lineStart = text.lastIndexOf('\n', start) + 1;
  const from = start - lineStart > before ? text.indexOf(' ', start - before) + 1 : lineStart;
  const cut = Math.min(from, start);
  const [words = ''] = text.slice(cut, cut + longestLine).split('\n', 1);
  const line = words.replaceAll(/\s+/g, ' ').trim();
  return cut > lineStart ? `…${line}` : line;
}

function searchableText({ text, questions, settlement, shown }: SearchedPart): string {
  return [
    text,
    ...(questions ?? []).flatMap(questionTexts),
    ...settlementTexts(settlement),
    ...previewTexts(shown),
  ]
    .filter((words) => words !== undefined && words !== '')
    .join('\n');
}

function questionTexts(question: Question): (string | undefined)[] {
  return [question.prompt, ...optionsOf(question).flatMap(({ label, description }) => [label, description])];
}

function settlementTexts(settlement: Settlement | null): (string | undefined)[] {
  if (settlement === null) return [];
  const { outcome } = settlement;
  switch (outcome.type) {
    case 'answered':
    case 'supplied':
      return outcome.replies.flatMap(settledAnswer);
    case 'replied':
      return [outcome.text];
    case 'declined':
    case 'cancelled':
      return [outcome.reason];
  }
}

function settledAnswer(reply: Reply): (string | undefined)[] {
  switch (reply.status) {
    case 'answered':
      return [...reply.picks, reply.custom, reply.note];
    case 'skipped':
      return [reply.note];
  }
}

function previewTexts(shown: PendingAction | null): (string | undefined)[] {
  if (shown === null) return [];
  return searchWords(shown.preview, shown.label);
}
