import { lazyValue } from '../../../shared/lazy-value.ts';

const units = lazyValue(() => new Intl.NumberFormat('en', { maximumSignificantDigits: 2 }));

/** A number of bytes as people read it. */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000
    ? `${units().format(bytes / 1_000)} kB`
    : `${units().format(bytes / 1_000_000)} MB`;
}
