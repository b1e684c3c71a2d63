import type { WorkspaceId } from '../../shared/ids.ts';
import { draftOf } from '../../shared/questions/answer-draft.ts';
import { type OfferedReply, offeredReply } from '../../shared/transcript/offered-reply.ts';
import { waitingCalls } from '../../shared/transcript/settled-status.ts';
import type { Message } from '../../shared/transcript/transcript.ts';
import { questionCardKind } from '../cards/question/question-card-kind.ts';
import { createCardStore } from '../cards/store/card-store.ts';
import type { Recipient } from '../state/composer/composer-state.ts';
import type { Parley } from '../state/parley.ts';

type Typed = { messages: readonly Message[]; count: number; to: Recipient; text: string };

/** Returns what a text is offered as in a chat with these messages, in which so many cards wait. */
export function readReply({ messages, ...typed }: Typed): OfferedReply | null {
  return offeredReply({ waiting: waitingCalls(messages), ...typed });
}

/** Picks an option, counted from 1, of the question that waits first; one that is the choice already stays it. */
export function pickOption({ store, cardsOf }: Parley, id: WorkspaceId, number: number): void {
  const chat = store.getState().chats[id];
  if (chat?.status !== 'ready') return;
  for (const part of waitingCalls(chat.transcript.messages)) {
    if (!('ask' in part) || part.ask === null) continue;
    const asked = { ...part, ask: part.ask };
    const { read, intents } = cardsOf(id, createCardStore).card(questionCardKind, asked);
    const { draft, tab } = read();
    const question = part.ask.questions[tab];
    const label = question?.options[number - 1]?.label;
    if (question === undefined || label === undefined) return;
    intents.setCollapsed(false);
    const isChosen = draftOf(draft, question.id).picks.includes(label);
    if (question.multiple || !isChosen) intents.pick(question, label);
    return;
  }
}
