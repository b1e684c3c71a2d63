/** Returns whole seconds as a clock counts them: `0:42`, `1:02:03`. */
export function clockText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const two = (count: number) => String(count).padStart(2, '0');
  const rest = two(seconds % 60);
  return minutes < 60 ? `${minutes}:${rest}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${rest}`;
}
