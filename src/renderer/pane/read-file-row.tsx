import { type ReactNode, useRef, useState } from 'react';
import type { FileDiff } from '../../shared/previews/preview.ts';
import { FileBody } from '../cards/diff/file-body.tsx';
import { FileDiffView } from '../cards/diff/file-diff.tsx';
import { rowsShown } from '../cards/diff/shown-hunks.ts';

const nothingDropped = { numbers: new Set<number>(), onDrop: null };

type ReadFileRowProps = {
  file: FileDiff;
  startsOpen: boolean;
  wrap: boolean;
  /** Said above its lines, or in place of them. */
  note: string | null;
  hasLines: boolean;
  /** Stands before its name. */
  before?: ReactNode;
};

/** A changed file that is read, not decided about. */
export function ReadFileRow({ file, startsOpen, wrap, note, hasLines, before }: ReadFileRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const [open, setOpen] = useState(startsOpen);
  const [parts, setParts] = useState(1);
  const [shownRows, setShownRows] = useState(rowsShown(1));
  return (
    <FileDiffView
      {...{ row, file, open, before }}
      kept={file}
      hint={null}
      dropped={false}
      onTurn={() => setOpen(!open)}
      onEdit={null}
      onOpen={null}
      onDrop={null}
    >
      {note === null ? null : <p className="px-4 py-2 text-second text-secondary">{note}</p>}
      {hasLines ? (
        <FileBody
          {...{ file, wrap, parts, shownRows }}
          split={false}
          onParts={setParts}
          onRows={setShownRows}
          drops={nothingDropped}
          surroundings={null}
          comments={{ path: file.path, comments: [], commenting: [], busy: false, intents: null }}
        />
      ) : null}
    </FileDiffView>
  );
}
