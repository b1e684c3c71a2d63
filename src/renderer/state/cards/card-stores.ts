import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Part } from '../../../shared/transcript/transcript.ts';
import type { AskPart } from '../../cards/question/state/card-state.ts';
import { pageTiming } from '../../page-timing.ts';
import {
  createQuestionCardStore,
  type QuestionCardStore,
  type Result,
} from '../../cards/question/state/question-card-store.ts';
import type { Companion } from '../../companion.ts';
import { failureText, tooLongText } from '../../connection/connection.ts';
import { type ParleyStore, setNotice } from '../parley-store.ts';
import { hasTooLong } from '../text-limit.ts';
import { resultOf } from './call-result.ts';

export type CardStores = {
  /** The unsent state of one chat's cards. */
  cardsOf(id: WorkspaceId): QuestionCardStore;
  /** True if stopping would discard unsent input of a waiting card. */
  hasUnsentAnswers(id: WorkspaceId): boolean;
};

const refusal: Result = { ok: false, message: tooLongText };

export function createCardStores({ client: { workspace } }: Companion, store: ParleyStore): CardStores {
  const stores = new Map<WorkspaceId, QuestionCardStore>();

  function cardsOf(id: WorkspaceId): QuestionCardStore {
    const known = stores.get(id);
    if (known !== undefined) return known;
    const created = createQuestionCardStore(
      {
        saveDraft(toolCallId, entries) {
          if (hasTooLong(entries)) return setNotice(store, id, tooLongText);
          workspace
            .saveAskDraft({ workspaceId: id, toolCallId, entries })
            .catch((error: unknown) => setNotice(store, id, failureText(error)));
        },
        touch: (toolCallId) =>
          void workspace
            .touchAsk({ workspaceId: id, toolCallId })
            .catch((error: unknown) => setNotice(store, id, failureText(error))),
        submit: async (toolCallId, answers) =>
          hasTooLong(answers)
            ? refusal
            : resultOf(workspace.answerAskUserQuestion({ workspaceId: id, toolCallId, answers })),
        decline: async (toolCallId, reason) =>
          hasTooLong(reason)
            ? refusal
            : resultOf(workspace.declineAskUserQuestion({ workspaceId: id, toolCallId, reason })),
      },
      pageTiming,
    );
    stores.set(id, created);
    return created;
  }

  return {
    cardsOf,
    hasUnsentAnswers(id) {
      const chat = store.getState().chats[id];
      if (chat?.status !== 'ready') return false;
      const parts = chat.transcript.messages.flatMap((message) =>
        message.role === 'agent' ? message.parts : [],
      );
      return parts.some((part) => isWaiting(part) && isTouched(cardsOf(id), part));
    },
  };
}

function isWaiting(part: Part): part is AskPart {
  return part.type === 'tool' && 'ask' in part && part.ask !== null && part.ask.settlement === null;
}

function isTouched(cards: QuestionCardStore, part: AskPart): boolean {
  return cards
    .read(part)
    .draft.some(({ picks, other, note }) => picks.length > 0 || other !== '' || note !== '');
}
