import { visibleText } from '../../shared/hidden-characters.ts';
import type { CommandOutput } from '../../shared/transcript/command-run.ts';
import { OutputTail } from '../cards/command/output-lines.tsx';
import { Disclosure } from '../ui/disclosure.tsx';

/** What git and its hooks printed, scrolled to its end, where it says why it failed; nothing where that is nothing. */
export function GitSaid({ said, open = false }: { said: string; open?: boolean }) {
  if (said === '') return null;
  return (
    <Disclosure summary="What git said" open={open} className="mt-2">
      <pre
        tabIndex={0}
        className="mt-1 flex max-h-60 flex-col-reverse overflow-auto rounded-control border border-hairline px-3 py-2 font-mono text-small whitespace-pre-wrap text-ink wrap-anywhere"
      >
        <span>{visibleText(said)}</span>
      </pre>
    </Disclosure>
  );
}

/** The last lines of what git and its hooks print while they run. */
export function GitOutput({ output }: { output: CommandOutput | null }) {
  if (output === null || output.lines === 0) return null;
  return (
    <div className="mt-4 rounded-control bg-well px-3.5 py-2.5">
      <OutputTail {...output} />
    </div>
  );
}
