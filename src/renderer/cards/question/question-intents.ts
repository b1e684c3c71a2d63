import type { ToolCallId } from '../../../shared/ids.ts';
import type { Draft } from '../../../shared/questions/draft.ts';
import type { Answer } from '../../../shared/questions/outcome.ts';
import type { Question } from '../../../shared/questions/question.ts';
import type { CallResult, IntentsOf } from '../store/card-kind.ts';
import type { AskPart, QuestionCall, QuestionCardState } from './question-card-state.ts';

/** Types of the card of an ask; what it saves are the entries of the questions that have changed. */
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
  /** Stops the countdown of an ask that somebody has begun to look at. */
  touch(toolCallId: ToolCallId): void;
  submit(toolCallId: ToolCallId, answers: Answer[]): Promise<CallResult>;
  decline(toolCallId: ToolCallId, reason: string | undefined): Promise<CallResult>;
};

type OwnIntents = EditIntents & EndIntents;

export type EditIntents = {
  pick(question: Question, label: string): void;
  chooseOther(question: Question): void;
  /** Types into Other, or into the field of a text question. */
  typeAnswer(question: Question, text: string): void;
  /** Opens the field for a note beside the answer. */
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

export type EndIntents = {
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
