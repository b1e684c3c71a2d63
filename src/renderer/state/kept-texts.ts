/** Storage that survives a reload, such as session storage. */
export type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Returns the list stored under a key; empty where there is none that can be read. */
export function readKept(texts: KeptTexts, place: string): unknown[] {
  try {
    const kept: unknown = JSON.parse(texts.getItem(place) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

/**
 * Stores a list under a key. If the storage is full or forbidden, the outdated list goes too; the window still
 * has all of it.
 */
export function writeKept(texts: KeptTexts, place: string, list: readonly object[]): void {
  try {
    texts.removeItem(place);
    if (list.length > 0) texts.setItem(place, JSON.stringify(list));
  } catch {
    // The window itself still has it.
  }
}
