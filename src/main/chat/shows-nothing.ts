const shown = /[^\s\p{Default_Ignorable_Code_Point}]/u;

/** True for a text of blanks and signs without width alone. */
export function showsNothing(text: string): boolean {
  return !shown.test(text);
}
