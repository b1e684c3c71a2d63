import type { KeptTexts } from '../../src/renderer/state/kept-texts.ts';

/** The storage of a window that stays while its page is loaded anew. */
export function memoryTexts(texts = new Map<string, string>()): KeptTexts & { texts: Map<string, string> } {
  return {
    texts,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}
