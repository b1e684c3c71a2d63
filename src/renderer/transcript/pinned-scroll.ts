import { createStore, type StoreApi } from 'zustand/vanilla';
import { watchPersonScrolling } from './person-scrolling.ts';
import { endOf, focusCardIn, isAnswering, isAtEnd, isInView, topOf } from './scroll-place.ts';

export type PinnedView = {
  /** Whether the conversation follows its end. */
  pinned: boolean;
  /** Whether the oldest waiting card is out of sight. */
  cardHidden: boolean;
};

/**
 * Keeps a scroller at its end, and lets go only when the person scrolls away. A card that arrives
 * meanwhile is never pushed past its top; with several, the first one's.
 */
export class PinnedScroll {
  readonly view: StoreApi<PinnedView> = createStore(() => ({ pinned: true, cardHidden: false }));
  #scroller: HTMLElement | null = null;
  #cards: readonly string[] = [];
  /** The card whose top stays in sight while pinned. */
  #shown: string | null = null;

  attach(scroller: HTMLElement): () => void {
    this.#scroller = scroller;
    const stop = watch(scroller, {
      onScroll: (before, byPerson) => this.#onScroll(scroller, before, byPerson),
      onResize: () => this.#settle(),
    });
    return () => {
      stop();
      this.#scroller = null;
    };
  }

  /** Tells which cards wait, oldest first. */
  setCards(next: readonly string[]): void {
    const before = this.#cards;
    if (next.length === before.length && next.every((card, index) => card === before[index])) return;
    this.#cards = next;
    if (this.#shown !== null && !next.includes(this.#shown)) this.#shown = next[0] ?? null;
    const arrived = next.find((card) => !before.includes(card));
    if (this.view.getState().pinned && arrived !== undefined) this.#shown ??= arrived;
    this.#settle();
  }

  readonly toEnd = (): void => this.#pin(null);

  /** Shows the oldest waiting card, or the one after another, and puts the focus there. */
  readonly toCard = (after?: string): void => {
    const index = after === undefined ? -1 : this.#cards.indexOf(after);
    const card = this.#cards[(index + 1) % this.#cards.length];
    if (card === undefined) return;
    this.#pin(card);
    if (this.#scroller !== null) focusCardIn(this.#scroller, card);
  };

  #pin(card: string | null): void {
    this.#shown = card;
    this.view.setState({ pinned: true });
    this.#settle();
  }

  #settle(): void {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const { pinned } = this.view.getState();
    const top = this.#shown === null ? null : topOf(scroller, this.#shown);
    if (pinned) scroller.scrollTo({ top: Math.min(endOf(scroller), top ?? Number.POSITIVE_INFINITY) });
    this.#look(scroller, pinned);
  }

  #onScroll(scroller: HTMLElement, before: number, byPerson: boolean): void {
    const away = byPerson && (this.#shown !== null || scroller.scrollTop < before);
    if (byPerson) this.#shown = null;
    const pinned = isAtEnd(scroller) || (this.view.getState().pinned && !away);
    this.#look(scroller, pinned);
    if (pinned && !byPerson && scroller.scrollTop < before && !isAnswering(scroller)) this.#settle();
  }

  #look(scroller: HTMLElement, pinned: boolean): void {
    const [first] = this.#cards;
    const cardHidden = first !== undefined && !isInView(scroller, first);
    const now = this.view.getState();
    if (now.pinned !== pinned || now.cardHidden !== cardHidden) this.view.setState({ pinned, cardHidden });
  }
}

type Handlers = {
  onScroll(before: number, byPerson: boolean): void;
  onResize(): void;
};

function watch(scroller: HTMLElement, { onScroll, onResize }: Handlers): () => void {
  const person = watchPersonScrolling(scroller);
  let last = scroller.scrollTop;
  const scrolled = () => {
    onScroll(last, person.isScrolling());
    last = scroller.scrollTop;
  };
  const sizes = new ResizeObserver(onResize);
  sizes.observe(scroller);
  for (const child of scroller.children) sizes.observe(child);
  scroller.addEventListener('scroll', scrolled, { passive: true });
  return () => {
    sizes.disconnect();
    person.stop();
    scroller.removeEventListener('scroll', scrolled);
  };
}
