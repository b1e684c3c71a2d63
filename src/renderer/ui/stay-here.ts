/** The name of the event by which a control says that the person goes on reading where it stands. */
export const stayHere = 'parley-stay-here';

/** The name of the event by which something that is used for a while asks for its top to stay in sight. */
export const keepTopHere = 'parley-keep-top-here';

/** Has the scroller around an element stay where it is, though it stood at its end, when what follows grows. */
export function keepPlace(element: Element): void {
  element.dispatchEvent(new Event(stayHere, { bubbles: true }));
}

/** Has the scroller around an element, where it follows its end, follow it no further than to the top of the element. */
export function keepTopInSight(element: Element): void {
  element.dispatchEvent(new Event(keepTopHere, { bubbles: true }));
}
