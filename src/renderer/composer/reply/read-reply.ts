import type { ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import { draftOf } from '../../../shared/questions/answers.ts';
import { optionsOf } from '../../../shared/questions/question-kinds.ts';
import type { Question } from '../../../shared/questions/questions.ts';
import { type OfferedReply, offeredReply } from '../../../shared/transcript/offered-reply.ts';
import { waitingCalls } from '../../../shared/transcript/waiting-calls.ts';
import type { Message } from '../../../shared/transcript/transcript.ts';
import { questionCardKind } from '../../cards/question/question-card-kind.ts';
import { laidOut, permissionCardKind } from '../../cards/permission/permission-card-kind.ts';
import type { CardState } from '../../cards/store/card-kinds.ts';
import { type CardStore, createCardStore } from '../../cards/store/card-store.ts';
import type { Parley } from '../../state/parley.ts';

type Typed = Omit<Parameters<typeof offeredReply>[0], 'waiting'> & { messages: readonly Message[] };

/** Returns what a text is offered as, given a chat's messages; null for only a message. */
export function readReply({ messages, ...typed }: Typed): OfferedReply | null {
  return offeredReply({ waiting: waitingCalls(messages), ...typed });
}

/** The cards of a chat, whose changes can be subscribed to. */
export function cardsOfChat({ cardsOf }: Parley, id: WorkspaceId): CardStore['cards'] {
  return cardsOf(id, createCardStore).cards;
}

/** Returns the question that the first waiting card of a chat shows, from 0. */
export function questionShown(
  cards: ReadonlyMap<ToolCallId, CardState>,
  messages: readonly Message[],
): number {
  const [part] = waitingCalls(messages);
  const card = part === undefined ? undefined : cards.get(part.toolCallId);
  return card?.kind === 'question' ? card.tab : 0;
}

/** Does what was offered. A plan is approved by its button alone, and a message is sent as every other. */
export function sendOffered(parley: Parley, id: WorkspaceId, offer: OfferedReply): void {
  const { store, view, cardsOf, sendAnswers, noteOn, typeMessage } = parley;
  const { text = '' } = store.getState().composers[id] ?? {};
  switch (offer.type) {
    case 'answer':
    case 'own-answer': {
      const { part, question } = offer;
      const note = noteOn(id, part, question.id);
      const given = offer.type === 'answer' ? { picks: offer.picks } : { picks: [], custom: text };
      const answer = { questionId: question.id, ...given, ...(note.trim() === '' ? {} : { note }) };
      return sendAnswers(id, part.toolCallId, [answer]);
    }
    case 'fill': {
      const { part, question, picks } = offer;
      const { intents } = cardsOf(id, createCardStore).card(questionCardKind, part);
      intents.setCollapsed(false);
      intents.fillIn(question, picks);
      return typeMessage(id, '');
    }
    case 'review':
      return view.setState({ requestedCard: { workspaceId: id, toolCallId: offer.part.toolCallId } });
    case 'deny': {
      const { no } = laidOut(offer.part.permission.choices);
      if (no === undefined) return;
      const { intents } = cardsOf(id, createCardStore).card(permissionCardKind, offer.part);
      intents.openField('reason');
      intents.typeReason(text);
      intents.choose(no);
      return typeMessage(id, '');
    }
    case 'approve-plan':
    case 'closes':
  }
}

/** Picks an option, counted from 1, of the question that waits first; one that is picked already stays so. */
export function pickOption({ store, cardsOf }: Parley, id: WorkspaceId, number: number): void {
  const chat = store.getState().chats[id];
  if (chat?.status !== 'ready') return;
  for (const part of waitingCalls(chat.transcript.messages)) {
    if (!('ask' in part) || part.ask === null) continue;
    const asked = { ...part, ask: part.ask };
    const { read, intents } = cardsOf(id, createCardStore).card(questionCardKind, asked);
    const { draft, tab } = read();
    const question = part.ask.questions[tab];
    if (question === undefined) return;
    const label = optionsOf(question)[number - 1]?.label;
    if (label === undefined) return;
    intents.setCollapsed(false);
    const isChosen = draftOf(draft, question.id).picks.includes(label);
    if (!isChosen || isTakenBack(question)) intents.pick(question, label);
    return;
  }
}

/** True where the number of a picked option takes the pick back. */
function isTakenBack(question: Question): boolean {
  switch (question.kind) {
    case 'choice':
      return question.multiple;
    case 'yesno':
    case 'text':
      return false;
  }
}
