import type { WorkspaceId } from '../../shared/ids.ts';
import { draftOf } from '../../shared/questions/answer-draft.ts';
import type { Draft } from '../../shared/questions/draft.ts';
import type { Part } from '../../shared/transcript/transcript.ts';
import type { AskPart } from '../cards/question/question-card-state.ts';
import type { CardStore } from '../cards/store/card-store.ts';
import type { ParleyStore } from './parley-store.ts';

export type UnsentAnswers = {
  /** The person's note beside a question, to go along with its answer. */
  noteOn(id: WorkspaceId, part: AskPart, questionId: string): string;
  /** True if stopping would discard unsent input of a waiting question. */
  hasUnsentAnswers(id: WorkspaceId): boolean;
};

/** Reads what is entered on the cards of questions; a chat of which no card was shown has no store of them. */
export function createUnsentAnswers(
  store: ParleyStore,
  stores: ReadonlyMap<WorkspaceId, CardStore>,
): UnsentAnswers {
  return {
    noteOn: (id, part, questionId) => draftOf(draftIn(stores.get(id), part), questionId).note,
    hasUnsentAnswers(id) {
      const chat = store.getState().chats[id];
      if (chat?.status !== 'ready') return false;
      const parts = chat.transcript.messages.flatMap((message) =>
        message.role === 'agent' ? message.parts : [],
      );
      return parts.some((part) => isWaiting(part) && isFilled(stores.get(id), part));
    },
  };
}

function isWaiting(part: Part): part is AskPart {
  return part.type === 'tool' && 'ask' in part && part.ask !== null && part.ask.settlement === null;
}

/** True if something is entered on a card, also where it has not been shown yet. */
function isFilled(store: CardStore | undefined, part: AskPart): boolean {
  return draftIn(store, part).some(
    ({ picks, other, note }) => picks.length > 0 || other !== '' || note !== '',
  );
}

/** Returns the entries on a card, as this window has them, else as main does. */
function draftIn(store: CardStore | undefined, { toolCallId, ask }: AskPart): Draft {
  const card = store?.cards.getState().get(toolCallId);
  return card?.kind === 'question' ? card.draft : ask.draft;
}
