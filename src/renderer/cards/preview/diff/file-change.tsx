import { UnfoldVertical } from 'lucide-react';
import { visibleText } from '../../../../shared/hidden-characters.ts';
import { VisibleText } from '../../../ui/visible-text.tsx';
import { DropButton } from './file-diff.tsx';
import { type DiffLook, UnifiedLines } from './diff-views.tsx';
import { SplitLines } from './split-lines.tsx';
import type { Block } from './shown-hunks.ts';

type ChangeProps = {
  block: Block;
  number: number;
  of: number;
  heading: string | undefined;
  path: string;
  beside: boolean;
  look: DiffLook;
  drops: DroppedChanges;
  onShow: (() => void) | null;
};

export function Change({ block, number, of, heading, path, beside, look, drops, onShow }: ChangeProps) {
  const { gap, before, lines, first } = block;
  const isDropped = drops.numbers.has(number);
  const title = `Change ${number + 1} of ${of}`;
  const Lines = beside ? SplitLines : UnifiedLines;
  const name = visibleText(`Changes of ${path}`, 'line');
  return (
    <>
      {gap === null ? null : <Fold words={gapWords(gap.count)} onShow={onShow} />}
      {before.length === 0 ? null : <Lines lines={before} first={first} name={name} {...look} />}
      <div
        data-change={number}
        data-dropped={isDropped ? '' : undefined}
        tabIndex={-1}
        className="outline-none"
      >
        {of === 1 ? null : (
          <div className="sticky inset-s-0 flex min-h-8 w-[100cqw] items-center gap-2.5 bg-well ps-4 pe-1.5 font-sans text-small text-tertiary">
            <span className="shrink-0 font-medium text-secondary">{title}</span>
            {heading === undefined || isDropped ? null : (
              <span dir="ltr" title={visibleText(heading, 'line')} className="min-w-0 cut-off font-mono">
                <VisibleText text={heading} layout="line" />
              </span>
            )}
            {isDropped ? <span>Dropped</span> : null}
            {drops.onDrop === null ? null : (
              <DropButton
                name={visibleText(`change ${number + 1} of ${path}`, 'line')}
                dropped={isDropped}
                onDrop={(dropped) => drops.onDrop?.(number, dropped)}
              />
            )}
          </div>
        )}
        <Lines lines={lines} first={first + before.length} name={name} {...look} />
      </div>
    </>
  );
}

function gapWords(lines: number): string {
  return lines === 1 ? '1 unchanged line' : `${lineCount(lines)} unchanged lines`;
}

const foldLook =
  'sticky inset-s-0 flex w-[100cqw] items-center gap-2 border-y border-hairline ps-4 font-sans text-small text-tertiary first:border-t-0';

export function Fold({ words, onShow }: { words: string; onShow: (() => void) | null }) {
  if (onShow === null) return <p className={`min-h-8 ${foldLook}`}>{words}</p>;
  return (
    <button
      type="button"
      onClick={onShow}
      className={`hit text-start hover:bg-hover hover:text-ink focus-visible:-outline-offset-2 ${foldLook}`}
    >
      <UnfoldVertical aria-hidden className="size-3.5" />
      {`Show ${words}`}
    </button>
  );
}

/** The changes of a file that will not be applied, by their numbers from 0. */
export type DroppedChanges = {
  numbers: ReadonlySet<number>;
  /** Null where nothing can be dropped now. */
  onDrop: ((change: number, dropped: boolean) => void) | null;
};

export const lineCount = (lines: number) => lines.toLocaleString('en');
