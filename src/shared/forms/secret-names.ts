import type { FormField } from './form-field.ts';

const words =
  /\b(pass ?(word|phrase|code)?|passwd|pwd|tokens?|secrets?|credentials?|(api|access|private|secret|license)? ?keys?|pin)\b/iu;

/** Returns whether a field's name or title speaks of a password, a token or a key. */
export function speaksOfSecret({ id, title }: Pick<FormField, 'id' | 'title'>): boolean {
  return [id, title].some((name) => words.test(inWords(name)));
}

/** `apiKey` and `api_key` in words. */
function inWords(name: string): string {
  return name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/[_\-.]+/gu, ' ');
}
