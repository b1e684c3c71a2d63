/** The name of the event by which a control says that the person goes on reading where it stands. */
export const stayHere = 'parley-stay-here';

/** Has the scroller around an element stay where it is, though it stood at its end, when what follows grows. */
export function keepPlace(element: Element): void {
  element.dispatchEvent(new Event(stayHere, { bubbles: true }));
}
