import { setImmediate } from 'node:timers/promises';
import { foldText } from '../../shared/find/fold-text.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Question } from '../../shared/questions/question.ts';
import type { Reply } from '../../shared/questions/outcome.ts';
import type { PendingAction } from '../../shared/previews/pending-action.ts';
import { previewWords } from '../../shared/previews/preview-kind.ts';
import type { FoundPlaces } from '../../shared/transcript/found-places.ts';
import type { Settlement } from '../../shared/transcript/transcript.ts';
import type { SearchedPart, SearchStore } from '../storage/search-store.ts';

/** The messages searched before the search yields to other work. */
const slice = 250;

/** More places than anybody steps through. */
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
): Promise<FoundPlaces> {
  const sought = foldText(text).trim();
  const places: FoundPlaces['places'] = [];
  let before = Number.MAX_SAFE_INTEGER;
  while (sought !== '' && !signal?.aborted) {
    const read = store.before(workspaceId, before, slice);
    if (read === undefined) break;
    for (const part of read.parts) {
      if (!foldText(wordsOf(part)).includes(sought)) continue;
      if (places.length === mostPlaces) return { places, hasMore: true };
      places.push({ messageId: part.message_id, part: part.position });
    }
    before = read.first;
    await setImmediate();
  }
  return { places, hasMore: false };
}

/** Returns the text of a part that a person reads. */
function wordsOf({ text, questions, settlement, shown }: SearchedPart): string {
  return [
    text,
    ...(questions ?? []).flatMap(questionWords),
    ...settlementWords(settlement),
    ...actionWords(shown),
  ]
    .filter((words) => words !== undefined && words !== '')
    .join('\n');
}

function questionWords({ prompt, options }: Question): (string | undefined)[] {
  return [prompt, ...options.flatMap(({ label, description }) => [label, description])];
}

function settlementWords(settlement: Settlement | null): (string | undefined)[] {
  if (settlement === null) return [];
  const { outcome } = settlement;
  switch (outcome.type) {
    case 'answered':
    case 'supplied':
      return outcome.replies.flatMap(replyWords);
    case 'replied':
      return [outcome.text];
    case 'declined':
    case 'cancelled':
      return [outcome.reason];
  }
}

function replyWords(reply: Reply): (string | undefined)[] {
  switch (reply.status) {
    case 'answered':
      return [...reply.picks, reply.custom, reply.note];
    case 'skipped':
      return [reply.note];
  }
}

function actionWords(shown: PendingAction | null): (string | undefined)[] {
  if (shown === null) return [];
  return previewWords(shown.preview, shown.label);
}
