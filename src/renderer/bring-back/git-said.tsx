import { visibleText } from '../../shared/hidden-characters.ts';

/** What git and its hooks printed; nothing where that is nothing. */
export function GitSaid({ said, open = false }: { said: string; open?: boolean }) {
  if (said === '') return null;
  return (
    <details open={open} className="mt-3 text-second text-secondary">
      <summary>What git said</summary>
      <pre
        tabIndex={0}
        className="mt-2 max-h-60 overflow-auto rounded-control border border-hairline px-3 py-2 font-mono text-small whitespace-pre-wrap text-ink wrap-anywhere"
      >
        {visibleText(said)}
      </pre>
    </details>
  );
}
