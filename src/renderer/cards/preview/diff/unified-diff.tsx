import { DiffRow } from './diff-row.tsx';
import type { ShownHunk } from './shown-hunks.ts';

export type DiffBodyProps = { name: string; hunks: readonly ShownHunk[]; digits: number; showEnds: boolean };

export const scrollingCode =
  'max-h-[60dvh] overflow-auto bg-well py-1 font-mono text-code focus-visible:-outline-offset-2';

export const betweenHunks = 'mt-1 border-t border-hairline pt-1';

/** Changes line by line, one under the other. Long lines scroll inside. */
export function UnifiedDiff({ name, hunks, digits, showEnds }: DiffBodyProps) {
  let index = 0;
  return (
    <div role="group" aria-label={name} tabIndex={0} dir="ltr" className={scrollingCode}>
      <div className="diff-lines w-max min-w-full">
        {hunks.map((lines, place) => (
          <div key={place} className={place === 0 ? '' : betweenHunks}>
            {lines.map((line) => {
              const at = index++;
              const side = line.kind === 'removed' ? 'old' : 'new';
              return <DiffRow key={at} index={at} {...{ line, side, digits, showEnds }} />;
            })}
          </div>
        ))}
      </div>
    </div>
  );
}
