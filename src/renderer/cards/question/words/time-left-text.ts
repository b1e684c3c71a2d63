/** Returns the words of a countdown; a window's clock may be ahead of main's. */
export function timeLeftText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  if (seconds === 0) return 'Going on without you…';
  return `Goes on without you in ${seconds < 60 ? `${seconds}\u00a0s` : clockText(seconds)}`;
}

function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = `${seconds % 60}`.padStart(2, '0');
  return minutes < 60
    ? `${minutes}:${rest}`
    : `${Math.floor(minutes / 60)}:${`${minutes % 60}`.padStart(2, '0')}:${rest}`;
}
