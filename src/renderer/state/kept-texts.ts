/** Storage for texts over a reload of the page, such as a window's session storage. */
export type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns the list that a window keeps in one place; empty where it keeps none that can be read. */
export function readKept(texts: KeptTexts, place: string): unknown[] {
  try {
    const kept: unknown = JSON.parse(texts.getItem(place) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * Keeps a list in one place. A store that is full or forbidden keeps nothing, nor what it kept before, which is out of
 * date; the window itself still has all of it.
 */
export function writeKept(texts: KeptTexts, place: string, list: readonly object[]): void {
  try {
    texts.removeItem(place);
    if (list.length > 0) texts.setItem(place, JSON.stringify(list));
  } catch {
    // Nothing is lost as long as the window is there.
  }
}
