import { visibleText } from '../../shared/hidden-characters.ts';
import { Disclosure } from '../ui/disclosure.tsx';

/** What git and its hooks printed; nothing where that is nothing. */
export function GitSaid({ said, open = false }: { said: string; open?: boolean }) {
  if (said === '') return null;
  return (
    <Disclosure summary="What git said" open={open} className="mt-2">
      <pre
        tabIndex={0}
        className="mt-1 max-h-60 overflow-auto rounded-control border border-hairline px-3 py-2 font-mono text-small whitespace-pre-wrap text-ink wrap-anywhere"
      >
        {visibleText(said)}
      </pre>
    </Disclosure>
  );
}
