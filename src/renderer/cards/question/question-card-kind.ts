import { mergeDraft, skipQuestion, toAnswers } from '../../../shared/questions/answer-draft.ts';
import type { Draft } from '../../../shared/questions/draft.ts';
import type { CallResult, CardHandle, CardKind } from '../store/card-kind.ts';
import {
  canEdit,
  canSubmit,
  initialCard,
  isFirstTouch,
  type QuestionCardState,
} from './question-card-state.ts';
import {
  addNote,
  chooseOther,
  goTo,
  pick,
  setUnfolded,
  skip,
  typeAnswer,
  typeNoteInto,
} from './question-edits.ts';
import type { EditIntents, EndIntents, QuestionCardTypes } from './question-intents.ts';

/** Time in which a dismissal can be undone, in milliseconds. */
export const undoTime = 5_000;

export const questionCardKind: CardKind<QuestionCardTypes> & { name: 'question' } = {
  name: 'question',
  initial: ({ ask }) => initialCard(ask),
  hasEnded: ({ ask }) => ask.settlement !== null,
  join: mergeDraft,
  savesAfterEnd: false,
  brokenCall: 'This could not be sent. What you entered is still here; try again.',
  settle: () => ({}),
  intents: (card) => ({ ...editIntents(card), ...endIntents(card) }),
};

function editIntents({ part, calls, read, write, save }: CardHandle<QuestionCardTypes>): EditIntents {
  const { ask, toolCallId } = part;
  const { questions } = ask;

  /** Tells that the person looks into the card: its countdown stops in every window, and its asker can't close it. */
  function touch(): void {
    if (!isFirstTouch(read(), ask)) return;
    write({ touched: true });
    calls.touch(toolCallId);
  }

  /** Changes a card that can be edited, and has the entries that changed saved. */
  function edit(change: (card: QuestionCardState) => QuestionCardState, when: 'now' | 'soon'): void {
    const card = read();
    if (!canEdit(card)) return;
    const changed = { ...change(card), touched: true };
    if (isFirstTouch(card, ask)) calls.touch(toolCallId);
    write(changed);
    const entries = changed.draft.filter((entry) => !card.draft.includes(entry));
    if (entries.length > 0) save(entries, when);
  }

  return {
    stopCountdown: touch,
    pick: (question, label) => edit((card) => pick(card, questions, question, label), 'now'),
    chooseOther: (question) => edit((card) => chooseOther(card, question), 'now'),
    typeAnswer: (question, text) => edit((card) => typeAnswer(card, question, text), 'soon'),
    addNote: (question) => edit((card) => addNote(card, question), 'now'),
    typeNote: (question, note) => edit((card) => typeNoteInto(card, question, note), 'soon'),
    skip: (question) => edit((card) => skip(card, questions, question), 'now'),
    goTo(tab) {
      touch();
      write(goTo(read(), questions, tab));
    },
    openDismissal() {
      touch();
      if (canEdit(read())) write({ givingReason: true, failure: null });
    },
    closeDismissal() {
      if (canEdit(read())) write({ givingReason: false, failure: null });
    },
    setUnfolded(text, unfolded) {
      touch();
      write(setUnfolded(read(), text, unfolded));
    },
    typeReason: (reason) => edit((card) => ({ ...card, reason }), 'soon'),
  };
}

function endIntents({ part, calls, ...card }: CardHandle<QuestionCardTypes>): EndIntents {
  const { ask, toolCallId } = part;
  const canSend = () => canEdit(card.read()) && ask.settlement === null;

  function decline(): Promise<CallResult> {
    const reason = card.read().reason.trim();
    return calls.decline(toolCallId, reason === '' ? undefined : reason);
  }

  function send(draft: Draft): void {
    if (!canSend()) return;
    card.write({ draft, givingReason: false });
    void card.send('submit', () => calls.submit(toolCallId, toAnswers(draft, ask.questions)));
  }

  return {
    submit() {
      if (canSubmit(card.read(), ask.questions)) send(card.read().draft);
    },
    skipAll: () => send(ask.questions.reduce(skipQuestion, card.read().draft)),
    dismiss() {
      if (!canSend()) return;
      card.write({ givingReason: false, undoableUntil: Date.now() + undoTime });
      card.sendLater('dismiss', undoTime, decline);
    },
    undoDismissal: card.undo,
    dismissNow: card.sendNow,
  };
}
