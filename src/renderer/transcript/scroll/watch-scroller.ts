import { keepTopHere, stayHere } from '../../ui/stay-here.ts';
import { watchContentChanges } from './content-changes.ts';
import { watchPersonScrolling } from './person-scrolling.ts';
import { watchPress } from './watch-press.ts';

/** Cause of a scroll: the person, a change of the content, or anything else. */
type ScrollCause = 'person' | 'content' | 'elsewhere';

export type CauseOf = (movement: 'up' | 'down') => ScrollCause;

type Handlers = {
  onScroll(causeOf: CauseOf): void;
  onResize(): void;
  onPress(pressed: boolean): void;
  /** Called when what the person reads may begin to grow. */
  onStay(): void;
  /** Called with an element that the person uses and whose top is to stay in sight. */
  onKeepTop(element: Element): void;
};

/** Watches what a scroller does and why, its size, and presses in it. Returns what ends it. */
export function watchScroller(
  scroller: HTMLElement,
  { onScroll, onResize, onPress, onStay, onKeepTop }: Handlers,
): () => void {
  const person = watchPersonScrolling(scroller);
  const content = watchContentChanges(scroller);
  const stopPress = watchPress(scroller, onPress);
  const causeOf: CauseOf = (movement) => {
    if (person.isScrolling(movement)) return 'person';
    return content.areRecent() ? 'content' : 'elsewhere';
  };
  const scrolled = () => onScroll(causeOf);
  const topAsked = ({ target }: Event) => {
    if (target instanceof Element) onKeepTop(target);
  };
  const sizes = new ResizeObserver(onResize);
  sizes.observe(scroller);
  for (const child of scroller.children) sizes.observe(child);
  // In the capture phase, before the list changes what it holds because of the scrolling.
  scroller.addEventListener('scroll', scrolled, { passive: true, capture: true });
  scroller.addEventListener(stayHere, onStay);
  scroller.addEventListener(keepTopHere, topAsked);
  return () => {
    sizes.disconnect();
    person.stop();
    content.stop();
    stopPress();
    scroller.removeEventListener(stayHere, onStay);
    scroller.removeEventListener(keepTopHere, topAsked);
    scroller.removeEventListener('scroll', scrolled, { capture: true });
  };
}
