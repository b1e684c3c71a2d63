import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ToolCallId } from '../../../../shared/ids.ts';
import type { Draft } from '../../../../shared/questions/draft.ts';
import type { DraftSaver } from '../../../draft-saver.ts';
import {
  type AskPart,
  type CardPhase,
  type CardState,
  canEdit,
  initialCard,
  isFirstTouch,
} from './card-state.ts';

/** The unsent state of all cards, and the one way to change it. */
export type CardMemory = {
  readonly cards: StoreApi<ReadonlyMap<ToolCallId, CardState>>;
  /** The card's state; what its ask began with while nobody has touched it. */
  read(part: AskPart): CardState;
  write(part: AskPart, card: CardState): void;
  setPhase(part: AskPart, phase: CardPhase): void;
  /** Tells that the person looks into the card: its countdown stops in every window, and its asker can't close it. */
  touch(part: AskPart): void;
  /** Changes a card that can be edited, and has the entries that changed saved. */
  edit(part: AskPart, change: (card: CardState) => CardState, save: 'now' | 'soon'): void;
};

export function createCardMemory(
  saver: DraftSaver<ToolCallId, Draft>,
  reportTouch: (toolCallId: ToolCallId) => void,
): CardMemory {
  const cards = createStore<ReadonlyMap<ToolCallId, CardState>>(() => new Map());

  function read({ toolCallId, ask }: AskPart): CardState {
    return cards.getState().get(toolCallId) ?? initialCard(ask);
  }

  function write({ toolCallId }: AskPart, card: CardState): void {
    cards.setState(new Map(cards.getState()).set(toolCallId, card), true);
  }

  return {
    cards,
    read,
    write,
    setPhase: (part, phase) => write(part, { ...read(part), phase }),
    touch(part) {
      const card = read(part);
      if (!isFirstTouch(card, part.ask)) return;
      write(part, { ...card, touched: true });
      reportTouch(part.toolCallId);
    },
    edit(part, change, save) {
      const card = read(part);
      if (!canEdit(card)) return;
      const changed = { ...change(card), touched: true };
      if (isFirstTouch(card, part.ask)) reportTouch(part.toolCallId);
      write(part, changed);
      const entries = changed.draft.filter((entry) => !card.draft.includes(entry));
      if (entries.length > 0) saver.save(part.toolCallId, entries, save);
    },
  };
}
