import { createStore, type StoreApi } from 'zustand/vanilla';
import { focusCard } from '../../cards/reveal-card.ts';
import { type CauseOf, type WatchedScroller, watchScroller } from './watch-scroller.ts';

export type PinnedView = {
  /** True while the scroller follows the end of the chat. */
  pinned: boolean;
  /** True while some of the chat lies below what is in sight. */
  below: boolean;
  /** True while the oldest waiting card is out of sight. */
  cardHidden: boolean;
};

/**
 * Keeps a scroller at its end until it is scrolled away, by the person or for them (a search, a screen reader). A
 * card that arrives is never pushed past the top, nor is an element that asks for that, such as a terminal; of
 * several cards the first. Nothing moves between the two halves of a click.
 */
export class PinnedScroll {
  readonly view: StoreApi<PinnedView> = createStore(() => ({
    pinned: true,
    below: false,
    cardHidden: false,
  }));
  #scroller: HTMLElement | null = null;
  #watched: WatchedScroller | null = null;
  #cards: readonly string[] = [];
  /** The card (by its call's id) or element whose top stays in sight while pinned. */
  #shown: string | Element | null = null;
  /** The scroll position that this class last set. */
  #scrolledTo: number | null = null;
  /** The last known scroll position. One scroll event may combine the page's way down and the person's way up. */
  #last = 0;
  #pressed = false;
  /** True if newer messages are not loaded; there is no end to follow then. */
  #goesOn = false;
  /** True while the person reads on in what they had opened at the end. */
  #stays = false;

  attach(scroller: HTMLElement): () => void {
    this.#scroller = scroller;
    this.#last = scroller.scrollTop;
    const watched = watchScroller(scroller, {
      onScroll: (causeOf) => this.#onScroll(scroller, causeOf),
      onResize: () => this.#settle(),
      onPress: (pressed) => {
        this.#pressed = pressed;
        this.#settle();
      },
      onStay: this.#stay,
      onKeepTop: (element) => {
        if (!this.#isPinned) return;
        this.#shown = element;
        this.#settle();
      },
    });
    this.#watched = watched;
    this.#settle();
    return () => {
      watched.stop();
      this.#watched = null;
      this.#scroller = null;
    };
  }

  /** Sets the waiting cards, oldest first. */
  setCards(next: readonly string[]): void {
    const before = this.#cards;
    if (next.length === before.length && next.every((card, index) => card === before[index])) return;
    this.#cards = next;
    if (typeof this.#shown === 'string' && !next.includes(this.#shown)) this.#shown = next[0] ?? null;
    const arrived = next.find((card) => !before.includes(card));
    if (this.#isPinned && arrived !== undefined) this.#shown ??= arrived;
    this.#settle();
  }

  /** Sets whether newer messages are not loaded. */
  setGoesOn(goesOn: boolean): void {
    this.#goesOn = goesOn;
    if (goesOn) this.leaveEnd();
  }

  /** Stops following the end, as for a place that the person asked for. */
  readonly leaveEnd = (): void => {
    this.#shown = null;
    if (this.#scroller === null) this.view.setState({ pinned: false });
    else this.#look(this.#scroller, false);
  };

  /**
   * Stops following until the person scrolls or goes to the end, since what they read may begin to grow. The list
   * keeps the end of growing content in place while its last scroll was downwards, so it is scrolled up by the
   * least there is.
   */
  readonly #stay = (): void => {
    if (!this.#isPinned || this.#shown !== null) return;
    this.#stays = true;
    this.leaveEnd();
    this.#scroller?.scrollBy({ top: -1, behavior: 'instant' });
  };

  readonly toEnd = (): void => {
    this.#goesOn = false;
    this.#pin(null);
  };

  /** Scrolls to the oldest waiting card, or the one after `after`, and focuses it. */
  readonly toCard = (after?: string): void => {
    const index = after === undefined ? -1 : this.#cards.indexOf(after);
    const card = this.#cards[(index + 1) % this.#cards.length];
    if (card === undefined) return;
    if (this.#goesOn) this.#scroller?.scrollTo({ top: topOf(this.#scroller, card) ?? undefined });
    else this.#pin(card);
    if (this.#scroller !== null) focusCardIn(this.#scroller, card);
  };

  #pin(card: string | null): void {
    // Their scrolling came before they asked for this.
    this.#watched?.forgetInput();
    this.#stays = false;
    this.#shown = card;
    this.view.setState({ pinned: true });
    this.#settle();
  }

  #settle(): void {
    const scroller = this.#scroller;
    if (scroller === null || this.#pressed) return;
    const pinned = this.#isPinned;
    const top = this.#shown === null ? null : topOf(scroller, this.#shown);
    if (top === null && typeof this.#shown !== 'string') this.#shown = null;
    if (pinned) {
      scroller.scrollTo({ top: Math.min(endOf(scroller), top ?? Number.POSITIVE_INFINITY) });
      this.#scrolledTo = scroller.scrollTop;
      this.#last = this.#scrolledTo;
    }
    this.#look(scroller, pinned);
  }

  #onScroll(scroller: HTMLElement, causeOf: CauseOf): void {
    const { scrollTop } = scroller;
    const isPersonUp = !isAtVeryEnd(scroller) && causeOf('up') === 'person';
    const up = scrollTop < this.#last || isPersonUp;
    const cause = causeOf(up ? 'up' : 'down');
    this.#last = scrollTop;
    if (cause === 'elsewhere' && scroller.scrollTop === this.#scrolledTo)
      return this.#look(scroller, this.#isPinned);
    const away = cause !== 'content' && (up || this.#shown !== null);
    if (cause !== 'content') this.#shown = null;
    if (cause === 'person') this.#stays = false;
    const nearEnd = isAtEnd(scroller) && !(cause === 'person' && up);
    const follows = !this.#goesOn && !this.#stays;
    const pinned = follows && (nearEnd || isAtVeryEnd(scroller) || (this.#isPinned && !away));
    this.#look(scroller, pinned);
    if (pinned && cause === 'content' && up && !isAnswering(scroller)) this.#settle();
  }

  get #isPinned(): boolean {
    return this.view.getState().pinned;
  }

  #look(scroller: HTMLElement, pinned: boolean): void {
    const [first] = this.#cards;
    const cardHidden = first !== undefined && !isInView(scroller, first);
    const below = this.#goesOn || !isAtEnd(scroller);
    const now = this.view.getState();
    if (now.pinned !== pinned || now.below !== below || now.cardHidden !== cardHidden)
      this.view.setState({ pinned, below, cardHidden });
  }
}

/** This near to the end counts as being there, in pixels. */
const nearEnd = 32;

/** The space above a card that is shown from its top, in pixels. */
const airAbove = 16;

/** This much of a card on screen counts as seeing it, in pixels. */
const glimpse = 48;

function endOf({ scrollHeight, clientHeight }: Element): number {
  return scrollHeight - clientHeight;
}

function isAtEnd(scroller: Element): boolean {
  return endOf(scroller) - scroller.scrollTop < nearEnd;
}

/** Allows for fractions of a pixel. */
function isAtVeryEnd(scroller: Element): boolean {
  return endOf(scroller) - scroller.scrollTop < 2;
}

/**
 * Returns the scroll position at which the top of a waiting card or an element is at the scroller's top; null if
 * it is not mounted.
 */
function topOf(scroller: Element, shown: string | Element): number | null {
  const element = typeof shown === 'string' ? cardIn(scroller, shown) : shown;
  if (element === null || !scroller.contains(element)) return null;
  const distance = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  return Math.max(0, scroller.scrollTop + distance - airAbove);
}

function isInView(scroller: Element, toolCallId: string): boolean {
  const card = cardIn(scroller, toolCallId)?.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  return card !== undefined && card.top < view.bottom - glimpse && card.bottom > view.top + glimpse;
}

/** Not on touch, where it would bring up a keyboard. */
function focusCardIn(scroller: Element, toolCallId: string): void {
  const card = cardIn(scroller, toolCallId);
  if (card !== null && !matchMedia('(pointer: coarse)').matches) focusCard(card);
}

/** True while the person works in a waiting card, which then scrolls by itself. */
function isAnswering(scroller: Element): boolean {
  const card = document.activeElement?.closest('[data-tool-call-id][data-state=waiting]') ?? null;
  return card !== null && scroller.contains(card);
}

function cardIn(scroller: Element, toolCallId: string): HTMLElement | null {
  return scroller.querySelector<HTMLElement>(`[data-tool-call-id="${CSS.escape(toolCallId)}"]`);
}
