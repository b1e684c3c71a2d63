import { useRef, useState } from 'react';
import type { TurnFile } from '../../shared/contract/turn-change-calls.ts';
import { FileBody } from '../cards/preview/diff/file-body.tsx';
import { FileDiffView } from '../cards/preview/diff/file-diff.tsx';
import { rowsShown } from '../cards/preview/diff/shown-hunks.ts';
import { fileNote } from './turn-words.ts';

const nothingDropped = { numbers: new Set<number>(), onDrop: null };

/** One file of a turn, with its changes and why it stays as it is. */
export function TurnFileRow({ file, wrap }: { file: TurnFile; wrap: boolean }) {
  const row = useRef<HTMLLIElement>(null);
  const [open, setOpen] = useState(true);
  const [parts, setParts] = useState(1);
  const [shownRows, setShownRows] = useState(rowsShown(1));
  const note = fileNote(file);
  const hasLines = file.kept === undefined && !file.binary;
  return (
    <FileDiffView
      {...{ row, file, open }}
      hint={null}
      dropped={false}
      onTurn={() => setOpen(!open)}
      onEdit={null}
      onOpen={null}
      onDrop={null}
    >
      {note === null ? null : <p className="px-4 py-2 text-second text-secondary">{note}</p>}
      {file.binary ? <p className="px-4 py-2 text-second text-secondary">No text to be shown.</p> : null}
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
