import { stayHere } from '../../ui/stay-here.ts';
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
  /** What the person reads may begin to grow. */
  onStay(): void;
};

/** Watches what a scroller does and why, its size, and presses in it. Returns what ends it. */
export function watchScroller(
  scroller: HTMLElement,
  { onScroll, onResize, onPress, onStay }: Handlers,
): () => void {
  const person = watchPersonScrolling(scroller);
  const content = watchContentChanges(scroller);
  const stopPress = watchPress(scroller, onPress);
  const causeOf: CauseOf = (movement) => {
    if (person.isScrolling(movement)) return 'person';
    return content.areRecent() ? 'content' : 'elsewhere';
  };
  const scrolled = () => onScroll(causeOf);
  const sizes = new ResizeObserver(onResize);
  sizes.observe(scroller);
  for (const child of scroller.children) sizes.observe(child);
  // In the capture phase, before the list changes what it holds because of the scrolling.
  scroller.addEventListener('scroll', scrolled, { passive: true, capture: true });
  scroller.addEventListener(stayHere, onStay);
  return () => {
    sizes.disconnect();
    person.stop();
    content.stop();
    stopPress();
    scroller.removeEventListener(stayHere, onStay);
    scroller.removeEventListener('scroll', scrolled, { capture: true });
  };
}
