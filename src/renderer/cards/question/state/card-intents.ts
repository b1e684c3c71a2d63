import type { Question } from '../../../../shared/questions/question.ts';
import type { AskPart } from './card-state.ts';
import type { QuestionCardStore } from './question-card-store.ts';

/** Actions of a person on one card. */
export type CardIntents = {
  pick(question: Question, label: string): void;
  chooseOther(question: Question): void;
  typeAnswer(question: Question, text: string): void;
  addNote(question: Question): void;
  typeNote(question: Question, note: string): void;
  skip(question: Question): void;
  goTo(tab: number): void;
  submit(): void;
  setCollapsed(collapsed: boolean): void;
  openDismissal(): void;
  closeDismissal(): void;
  typeReason(reason: string): void;
  dismiss(): void;
  undoDismissal(): void;
  stopCountdown(): void;
  setUnfolded(text: string, unfolded: boolean): void;
};

export function intentsOf(store: QuestionCardStore, part: AskPart): CardIntents {
  return {
    pick: (question, label) => store.pick(part, question, label),
    chooseOther: (question) => store.chooseOther(part, question),
    typeAnswer: (question, text) => store.typeAnswer(part, question, text),
    addNote: (question) => store.addNote(part, question),
    typeNote: (question, note) => store.typeNote(part, question, note),
    skip: (question) => store.skip(part, question),
    goTo: (tab) => store.goTo(part, tab),
    submit: () => store.submit(part),
    setCollapsed: (collapsed) => store.setCollapsed(part, collapsed),
    openDismissal: () => store.openDismissal(part),
    closeDismissal: () => store.closeDismissal(part),
    typeReason: (reason) => store.typeReason(part, reason),
    dismiss: () => store.dismiss(part),
    undoDismissal: () => store.undoDismissal(part),
    stopCountdown: () => store.stopCountdown(part),
    setUnfolded: (text, unfolded) => store.setUnfolded(part, text, unfolded),
  };
}
