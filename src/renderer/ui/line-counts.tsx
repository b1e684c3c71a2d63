/** Added and removed lines in words. */
function lineWords({ added, removed }: { added: number; removed: number }): string {
  const words = (count: number, what: string) =>
    count === 0 ? null : `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'} ${what}`;
  return [words(added, 'added'), words(removed, 'removed')].filter(Boolean).join(', ') || 'no line changed';
}

/** Added and removed lines: as signs, and in words for screen readers. */
export function Counts({ added, removed }: { added: number; removed: number }) {
  return (
    <span dir="ltr" className="shrink-0 font-medium whitespace-nowrap tabular-nums">
      <span className="sr-only">{lineWords({ added, removed })}</span>
      <span aria-hidden className="inline-flex gap-1.5">
        {added === 0 ? null : <span className="text-added-ink">+{added.toLocaleString('en')}</span>}
        {removed === 0 ? null : <span className="text-removed-ink">−{removed.toLocaleString('en')}</span>}
      </span>
    </span>
  );
}
