import { decodeNamedCharacterReference } from 'decode-named-character-reference';
import { decodeNumericCharacterReference } from 'micromark-util-decode-numeric-character-reference';

const reference = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|([\da-z]{1,31}));/gi;

/** A text with the characters that its references (`&amp;`, `&#8211;`) stand for. */
export function decodeReferences(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(reference, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return decodeNumericCharacterReference(hex, 16);
    if (decimal !== undefined) return decodeNumericCharacterReference(decimal, 10);
    return decodeNamedCharacterReference(name ?? '') || whole;
  });
}
