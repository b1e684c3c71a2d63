/** The files in a clipboard; none where it has text laid out by a program, whose picture only repeats it. */
export function pastedFiles({ files, types }: DataTransfer): File[] {
  return types.includes('text/html') && types.includes('text/plain') ? [] : [...files];
}
