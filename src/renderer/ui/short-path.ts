/** In characters. */
const room = 34;

const home = /^(?:\/(?:home|Users)\/[^/]+|\/root|[A-Za-z]:\\Users\\[^\\]+)(?=[/\\]|$)/;

/** Shortens a path: the home folder is `~`, and the middle is left out where it is too long. */
export function shortPath(path: string): string {
  const whole = path.replace(home, '~');
  if (whole.length <= room) return whole;
  const separator = whole.includes('\\') ? '\\' : '/';
  const [first = '', ...rest] = whole.split(separator);
  let kept = rest.splice(-1);
  while (rest.length > 0 && [first, '…', rest.at(-1), ...kept].join(separator).length <= room) {
    kept = [...rest.splice(-1), ...kept];
  }
  return [first, ...(rest.length > 0 ? ['…'] : []), ...kept].join(separator);
}
