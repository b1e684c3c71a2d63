import type { WorkspaceId } from '../../shared/ids.ts';
import { draftOf } from '../../shared/questions/answer-draft.ts';
import { questionCardKind } from '../cards/question/question-card-kind.ts';
import type { AskPart } from '../cards/question/question-card-state.ts';
import { createCardStore } from '../cards/store/card-store.ts';
import type { Parley } from '../state/parley.ts';

/** Picks an option, counted from 1, of the question that a card shows; one that is the choice already stays it. */
export function pickOption({ cardsOf }: Parley, id: WorkspaceId, part: AskPart, number: number): void {
  const { read, intents } = cardsOf(id, createCardStore).card(questionCardKind, part);
  const { draft, tab } = read();
  const question = part.ask.questions[tab];
  const label = question?.options[number - 1]?.label;
  if (question === undefined || label === undefined) return;
  intents.setCollapsed(false);
  const isChosen = draftOf(draft, question.id).picks.includes(label);
  if (question.multiple || !isChosen) intents.pick(question, label);
}
