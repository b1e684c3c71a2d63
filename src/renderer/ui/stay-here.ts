/** Event by which a control says that the person goes on reading where it stands. */
export const stayHere = 'parley-stay-here';

/** Event by which something that is used for a while asks for its top to stay in sight. */
export const keepTopHere = 'parley-keep-top-here';

/** Keeps the scroller around an element from following its end when content below grows. */
export function keepPlace(element: Element): void {
  element.dispatchEvent(new Event(stayHere, { bubbles: true }));
}

/** Lets the scroller around an element follow its end only as far as the element's top stays in sight. */
export function keepTopInSight(element: Element): void {
  element.dispatchEvent(new Event(keepTopHere, { bubbles: true }));
}
