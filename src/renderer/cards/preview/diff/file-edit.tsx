import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { isComposing } from '../../../ui/composing.ts';
import type { CardEdit } from '../preview-card-state.ts';
import { visibleText } from '../../../../shared/hidden-characters.ts';
import { conflictMarks } from '../../../../shared/previews/conflict-marks.ts';

type FileEditProps = {
  edit: CardEdit;
  busy: boolean;
  onType(text: string): void;
  onRevert(): void;
  onDone(): void;
};

const [fewestRows, mostRows] = [6, 24];

/** The whole text a file is to have, for the person to change; what they leave here is what is applied. */
export function FileEdit({ edit, busy, onType, onRevert, onDone }: FileEditProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [rows] = useState(() => rowsFor(edit.text));
  const isChanged = edit.text !== edit.proposed;
  useEffect(() => {
    const { current } = field;
    if (current === null) return;
    current.focus({ preventScroll: true });
    goToConflict(current);
    current.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div className="border-t border-hairline">
      <textarea
        ref={field}
        aria-label={visibleText(`Text of ${edit.path}`, 'line')}
        dir="ltr"
        wrap="off"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        rows={rows}
        readOnly={busy}
        value={edit.text}
        onChange={(event) => onType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || isComposing(event)) return;
          event.stopPropagation();
          onDone();
        }}
        className="block w-full resize-y overflow-auto bg-raised px-3 py-2 font-mono text-code whitespace-pre focus-visible:-outline-offset-2"
      />
      <div className="flex flex-wrap items-center justify-end gap-2 border-t border-hairline px-2 py-1.5">
        <span className="me-auto ps-1 text-small text-secondary">
          {isChanged ? 'Applying writes your text.' : 'Change the text; applying writes what stands here.'}
        </span>
        {isChanged ? (
          <Button look="quiet" onClick={onRevert}>
            Back to the proposal
          </Button>
        ) : null}
        <Button onClick={onDone}>Done</Button>
      </div>
    </div>
  );
}

/** Puts the caret at the first mark of a conflict, and brings it into sight. */
function goToConflict(field: HTMLTextAreaElement): void {
  const at = `\n${field.value}`.indexOf(`\n${conflictMarks.ours}\n`);
  if (at < 0) return;
  field.setSelectionRange(at, at);
  const lines = field.value.slice(0, at).split('\n').length - 1;
  field.scrollTop = Math.max(0, lines - 2) * Number.parseFloat(getComputedStyle(field).lineHeight);
}

/** First as high as its text; from there on the person resizes it. */
function rowsFor(text: string): number {
  return Math.min(mostRows, Math.max(fewestRows, text.split('\n').length));
}

export function Outdated() {
  return (
    <p className="px-4 py-2 text-second text-danger">
      The proposal has changed since you edited it. Open your text again and look at it before you apply.
    </p>
  );
}
