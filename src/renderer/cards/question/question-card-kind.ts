import type { ToolCallId } from '../../../shared/ids.ts';
import {
  draftOf,
  isAnswered,
  mergeDraft,
  skipQuestion,
  toAnswers,
  toggleOther,
  togglePick,
  typeNote,
  typeOther,
} from '../../../shared/questions/answers.ts';
import type { Answer, Draft, Question } from '../../../shared/questions/questions.ts';
import { takesSeveral } from '../../../shared/questions/question-kinds.ts';
import type { Ask, QuestionPart } from '../../../shared/transcript/transcript.ts';
import {
  type CallResult,
  type CardHandle,
  type CardKind,
  type CommonState,
  type IntentsOf,
  untouched,
} from '../store/card-kind.ts';

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

  /**
   * Reports that the person is at the card: its countdown stops in every window, and its asker can't close it
   * any more.
   */
  function touch(): void {
    if (!isFirstTouch(read(), ask)) return;
    write({ touched: true });
    calls.touch(toolCallId);
  }

  /** Changes a card, and saves the entries that changed. */
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
    fillIn: (question, labels) => edit((card) => fillIn(card, questions, question, labels), 'now'),
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

/** A part of the transcript that asks the person something. */
export type AskPart = QuestionPart & { ask: Ask };

type QuestionCall = 'submit' | 'dismiss';

/** Everything about a card that is not sent. `tab` counts the questions from 0; Review is the last. */
export type QuestionCardState = CommonState<'question', QuestionCall> & {
  draft: Draft;
  tab: number;
  /** True if the question of this tab was answered before the person came to it. */
  cameBack: boolean;
  /** The questions whose note is open. */
  noting: readonly string[];
  /** The long texts that are shown in full. */
  unfolded: readonly string[];
  reason: string;
  /** True if the person has done anything with the card, so that no countdown runs. */
  touched: boolean;
  /** True while the person is asked why they dismiss the questions. */
  givingReason: boolean;
  /** Until when a dismissal can be undone, in milliseconds since 1970; 0 before there is one. */
  undoableUntil: number;
};

export function initialCard({ draft, questions }: Ask): QuestionCardState {
  const [first] = questions;
  return {
    kind: 'question',
    ...untouched,
    draft,
    tab: 0,
    cameBack: first !== undefined && isAnswered(draft, first),
    noting: draft.filter(({ note }) => note !== '').map(({ questionId }) => questionId),
    unfolded: [],
    reason: '',
    touched: false,
    givingReason: false,
    undoableUntil: 0,
  };
}

/** A card with one question needs tabs only if it takes several answers. */
export function hasTabs(questions: readonly Question[]): boolean {
  return questions.length !== 1 || questions.some(takesSeveral);
}

/** The only question of a card is submitted with something chosen or typed; of several, any may be left open. */
export function canSubmit({ draft }: QuestionCardState, questions: readonly Question[]): boolean {
  return hasTabs(questions) || toAnswers(draft, questions).length > 0;
}

/** True while nothing was sent; a dismissal that can be undone counts as sent. */
export function canEdit({ phase }: QuestionCardState): boolean {
  return phase.type === 'open';
}

/** True if the person has dismissed the card, even if this can still be undone. */
export function isDismissed({ phase }: QuestionCardState): boolean {
  return phase.type !== 'open' && phase.call === 'dismiss';
}

/** When a timeout answers the card, in milliseconds since 1970; null where none will. */
export function deadlineOf({ touched }: QuestionCardState, { settlement, timeout }: Ask): number | null {
  return settlement !== null || touched ? null : timeout.deadline;
}

/** True if main does not know yet that the person is at the card. */
function isFirstTouch({ touched }: QuestionCardState, { settlement, timeout, presence }: Ask): boolean {
  if (settlement !== null || touched) return false;
  return timeout.deadline !== null || (presence !== undefined && !timeout.stopped);
}

export function isAsk(part: QuestionPart): part is AskPart {
  return part.ask !== null;
}

function goTo(card: QuestionCardState, questions: readonly Question[], tab: number): QuestionCardState {
  const to = Math.max(0, Math.min(tab, questions.length));
  const question = questions[to];
  return { ...card, tab: to, cameBack: question !== undefined && isAnswered(card.draft, question) };
}

/** Picks an option; the first answer to a single-select question leads on to the next tab. */
export function pick(
  card: QuestionCardState,
  questions: readonly Question[],
  question: Question,
  label: string,
): QuestionCardState {
  const draft = togglePick(card.draft, question, label);
  const picked = { ...card, draft };
  const goesOn =
    hasTabs(questions) &&
    isDoneByPick(question) &&
    !card.cameBack &&
    draftOf(draft, question.id).picks.includes(label);
  return goesOn ? goTo(picked, questions, questions.indexOf(question) + 1) : picked;
}

/** Makes these the picks of a question, and goes on to the next tab. */
function fillIn(
  card: QuestionCardState,
  questions: readonly Question[],
  question: Question,
  labels: readonly string[],
): QuestionCardState {
  const { picks } = draftOf(card.draft, question.id);
  const changed = [
    ...picks.filter((pick) => !labels.includes(pick)),
    ...labels.filter((label) => !picks.includes(label)),
  ];
  const draft = changed.reduce((before, label) => togglePick(before, question, label), card.draft);
  return goTo({ ...card, draft }, questions, questions.indexOf(question) + 1);
}

function isDoneByPick(question: Question): boolean {
  switch (question.kind) {
    case 'choice':
      return !question.multiple;
    case 'yesno':
      return true;
    case 'text':
      return false;
  }
}

function chooseOther(card: QuestionCardState, question: Question): QuestionCardState {
  return { ...card, draft: toggleOther(card.draft, question) };
}

export function typeAnswer(card: QuestionCardState, question: Question, text: string): QuestionCardState {
  return { ...card, draft: typeOther(card.draft, question, text) };
}

export function skip(
  card: QuestionCardState,
  questions: readonly Question[],
  question: Question,
): QuestionCardState {
  const draft = skipQuestion(card.draft, question);
  return goTo({ ...card, draft }, questions, questions.indexOf(question) + 1);
}

export function setUnfolded(card: QuestionCardState, text: string, unfolded: boolean): QuestionCardState {
  const others = card.unfolded.filter((other) => other !== text);
  return { ...card, unfolded: unfolded ? [...others, text] : others };
}

/** Opens the field of a question's note; it stays open from then on. */
export function addNote(card: QuestionCardState, question: Question): QuestionCardState {
  return { ...card, noting: [...card.noting.filter((id) => id !== question.id), question.id] };
}

export function typeNoteInto(card: QuestionCardState, question: Question, note: string): QuestionCardState {
  return { ...card, draft: typeNote(card.draft, question, note) };
}

/** Types of the card of an ask; saved are the entries that changed. */
export type QuestionCardTypes = {
  name: 'question';
  part: AskPart;
  state: QuestionCardState;
  call: QuestionCall;
  change: Draft;
  calls: QuestionCalls;
  intents: OwnIntents;
};

type QuestionCalls = {
  /** Reports that the person is at the card. */
  touch(toolCallId: ToolCallId): void;
  submit(toolCallId: ToolCallId, answers: Answer[]): Promise<CallResult>;
  decline(toolCallId: ToolCallId, reason: string | undefined): Promise<CallResult>;
};

type OwnIntents = EditIntents & EndIntents;

type EditIntents = {
  pick(question: Question, label: string): void;
  /** Makes these the picks of a question, and goes on to the next one. */
  fillIn(question: Question, labels: readonly string[]): void;
  chooseOther(question: Question): void;
  /** Types into Other, or into the field of a text question. */
  typeAnswer(question: Question, text: string): void;
  addNote(question: Question): void;
  typeNote(question: Question, note: string): void;
  skip(question: Question): void;
  goTo(tab: number): void;
  openDismissal(): void;
  closeDismissal(): void;
  typeReason(reason: string): void;
  /** Stops the countdown for good: the person takes the time they need. */
  stopCountdown(): void;
  /** Shows a long text of the card in full, or its beginning only. */
  setUnfolded(text: string, unfolded: boolean): void;
};

type EndIntents = {
  submit(): void;
  /** Submits without an answer to the only question of a card; a note goes along. */
  skipAll(): void;
  /** Dismisses the questions once the time to undo it has passed. */
  dismiss(): void;
  undoDismissal(): void;
  /** Dismisses the questions at once, while it could still be undone. */
  dismissNow(): void;
};

/** Actions of a person on the card of an ask. */
export type QuestionIntents = IntentsOf<QuestionCardTypes>;
