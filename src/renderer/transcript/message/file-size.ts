import { lazyValue } from '../../../shared/lazy-value.ts';

const units = lazyValue(() => new Intl.NumberFormat('en', { maximumSignificantDigits: 2 }));

/** Returns a number of bytes such as "1.2 MB". */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${units().format(bytes / 1_000)} kB`
    : `${units().format(bytes / 1_000_000)} MB`;
}
