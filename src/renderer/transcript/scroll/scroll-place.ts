import { focusCard } from '../../cards/reveal-card.ts';

/** Distance from the end that still counts as being there, in pixels. */
const nearEnd = 32;

/** The air above a card that is shown from its top, in pixels. */
const airAbove = 16;

/** Height of a card on screen that counts as seeing it, in pixels. */
const glimpse = 48;

export function endOf({ scrollHeight, clientHeight }: Element): number {
  return scrollHeight - clientHeight;
}

export function isAtEnd(scroller: Element): boolean {
  return endOf(scroller) - scroller.scrollTop < nearEnd;
}

/** True where nothing is left to scroll to; a place between two pixels counts. */
export function isAtVeryEnd(scroller: Element): boolean {
  return endOf(scroller) - scroller.scrollTop < 2;
}

/**
 * Returns the scroll position at which the top of a waiting card, or of another element, is at the scroller's; null
 * for one that is not there.
 */
export function topOf(scroller: Element, shown: string | Element): number | null {
  const element = typeof shown === 'string' ? cardIn(scroller, shown) : shown;
  if (element === null || !scroller.contains(element)) return null;
  const distance = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top;
  return Math.max(0, scroller.scrollTop + distance - airAbove);
}

export function isInView(scroller: Element, toolCallId: string): boolean {
  const card = cardIn(scroller, toolCallId)?.getBoundingClientRect();
  const view = scroller.getBoundingClientRect();
  return card !== undefined && card.top < view.bottom - glimpse && card.bottom > view.top + glimpse;
}

/** Takes the focus to a waiting card; a finger would only bring up a keyboard. */
export function focusCardIn(scroller: Element, toolCallId: string): void {
  const card = cardIn(scroller, toolCallId);
  if (card !== null && !matchMedia('(pointer: coarse)').matches) focusCard(card);
}

/** True while the person is at work in a waiting card, which then scrolls by itself. */
export function isAnswering(scroller: Element): boolean {
  const card = document.activeElement?.closest('[data-tool-call-id][data-state=waiting]') ?? null;
  return card !== null && scroller.contains(card);
}

function cardIn(scroller: Element, toolCallId: string): HTMLElement | null {
  return scroller.querySelector<HTMLElement>(`[data-tool-call-id="${CSS.escape(toolCallId)}"]`);
}
