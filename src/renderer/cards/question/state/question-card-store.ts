import type { ToolCallId } from '../../../../shared/ids.ts';
import { toAnswers } from '../../../../shared/questions/answer-draft.ts';
import type { Draft } from '../../../../shared/questions/draft.ts';
import type { Answer } from '../../../../shared/questions/outcome.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import type { DraftSaver } from '../../../draft-saver.ts';
import { type CardMemory, createCardMemory } from './card-memory.ts';
import {
  type AskPart,
  canEdit,
  addNote,
  chooseOther,
  goTo,
  pick,
  setUnfolded,
  skip,
  typeAnswer,
  typeNoteInto,
} from './card-state.ts';
import type { Timing } from '../../../page-timing.ts';
import { createEntrySaver } from './entry-saver.ts';

export type Result = { ok: true } | { ok: false; message: string };

/** Calls that a card makes. A rejected promise counts as a failure that can be tried again. */
export type CardEffects = {
  /** Stops the countdown of an ask that somebody has begun to look at. */
  touch(toolCallId: ToolCallId): void;
  /** Keeps the entries of the questions that have changed; there may be newer ones of the others. */
  saveDraft(toolCallId: ToolCallId, entries: Draft): void;
  submit(toolCallId: ToolCallId, answers: Answer[]): Promise<Result>;
  decline(toolCallId: ToolCallId, reason: string | undefined): Promise<Result>;
};

/** Message for a call that fails unexpectedly. */
export const notSent = 'This could not be sent. What you entered is still here; try again.';

/** Time in which a dismissal can be undone, in milliseconds. */
export const undoTime = 5_000;

type EditIntents = {
  pick(part: AskPart, question: Question, label: string): void;
  chooseOther(part: AskPart, question: Question): void;
  /** Types into Other, or into the field of a text question. */
  typeAnswer(part: AskPart, question: Question, text: string): void;
  /** Opens the field for a note beside the answer. */
  addNote(part: AskPart, question: Question): void;
  typeNote(part: AskPart, question: Question, note: string): void;
  skip(part: AskPart, question: Question): void;
  goTo(part: AskPart, tab: number): void;
  setCollapsed(part: AskPart, collapsed: boolean): void;
  openDismissal(part: AskPart): void;
  closeDismissal(part: AskPart): void;
  typeReason(part: AskPart, reason: string): void;
  /** Stops the countdown for good: the person takes the time they need. */
  stopCountdown(part: AskPart): void;
  /** Shows a long text of the card in full, or its beginning only. */
  setUnfolded(part: AskPart, text: string, unfolded: boolean): void;
};

type EndIntents = {
  submit(part: AskPart): void;
  /** Dismisses the questions once the time to undo it has passed. */
  dismiss(part: AskPart): void;
  undoDismissal(part: AskPart): void;
  /** To be told when an ask has ended: nothing more of it is saved or sent. */
  settled(part: AskPart): void;
};

/**
 * The unsent state of every question card, by tool call: it outlives the cards' rows. What is
 * chosen is saved at once and what is typed soon after; nothing is sent twice.
 */
export type QuestionCardStore = Pick<CardMemory, 'cards' | 'read'> & EditIntents & EndIntents;

export function createQuestionCardStore(effects: CardEffects, timing: Timing): QuestionCardStore {
  const saver = createEntrySaver(effects.saveDraft, timing);
  const memory = createCardMemory(saver, effects.touch);
  return {
    cards: memory.cards,
    read: memory.read,
    ...editIntents(memory),
    ...endIntents(memory, saver, effects, timing),
  };
}

function editIntents({ read, write, touch, setPhase, edit }: CardMemory): EditIntents {
  return {
    stopCountdown: touch,
    pick: (part, question, label) =>
      edit(part, (card) => pick(card, part.ask.questions, question, label), 'now'),
    chooseOther: (part, question) => edit(part, (card) => chooseOther(card, question), 'now'),
    typeAnswer: (part, question, text) => edit(part, (card) => typeAnswer(card, question, text), 'soon'),
    addNote: (part, question) => edit(part, (card) => addNote(card, question), 'now'),
    typeNote: (part, question, note) => edit(part, (card) => typeNoteInto(card, question, note), 'soon'),
    skip: (part, question) => edit(part, (card) => skip(card, part.ask.questions, question), 'now'),
    goTo(part, tab) {
      touch(part);
      write(part, goTo(read(part), part.ask.questions, tab));
    },
    setCollapsed(part, collapsed) {
      const shape = part.ask.settlement === null ? 'waiting' : 'settled';
      write(part, { ...read(part), collapsed: collapsed ? shape : null });
    },
    openDismissal(part) {
      touch(part);
      if (canEdit(read(part))) setPhase(part, { type: 'giving-reason' });
    },
    closeDismissal(part) {
      if (canEdit(read(part))) setPhase(part, { type: 'open', failure: null });
    },
    setUnfolded(part, text, unfolded) {
      touch(part);
      write(part, setUnfolded(read(part), text, unfolded));
    },
    typeReason: (part, reason) => edit(part, (card) => ({ ...card, reason }), 'soon'),
  };
}

function endIntents(
  { read, setPhase }: CardMemory,
  saver: DraftSaver<ToolCallId, Draft>,
  effects: CardEffects,
  timing: Timing,
): EndIntents {
  const dismissals = new Map<ToolCallId, () => void>();

  async function send(
    part: AskPart,
    phase: 'sending' | 'dismissing',
    sending: () => Promise<Result>,
  ): Promise<void> {
    setPhase(part, { type: phase });
    const result = await sending().catch((): Result => ({ ok: false, message: notSent }));
    if (!result.ok) setPhase(part, { type: 'open', failure: result.message });
  }

  function cancelDismissal({ toolCallId }: AskPart): void {
    dismissals.get(toolCallId)?.();
    dismissals.delete(toolCallId);
  }

  function decline(part: AskPart): void {
    dismissals.delete(part.toolCallId);
    const reason = read(part).reason.trim();
    void send(part, 'dismissing', () => effects.decline(part.toolCallId, reason === '' ? undefined : reason));
  }

  return {
    submit(part) {
      if (!canEdit(read(part)) || part.ask.settlement !== null) return;
      saver.flush();
      const answers = toAnswers(read(part).draft, part.ask.questions);
      void send(part, 'sending', () => effects.submit(part.toolCallId, answers));
    },
    dismiss(part) {
      if (!canEdit(read(part)) || part.ask.settlement !== null) return;
      saver.flush();
      setPhase(part, { type: 'undoable' });
      dismissals.set(
        part.toolCallId,
        timing.after(undoTime, () => decline(part)),
      );
    },
    undoDismissal(part) {
      cancelDismissal(part);
      if (read(part).phase.type === 'undoable') setPhase(part, { type: 'open', failure: null });
    },
    settled(part) {
      cancelDismissal(part);
      saver.forget(part.toolCallId);
    },
  };
}
