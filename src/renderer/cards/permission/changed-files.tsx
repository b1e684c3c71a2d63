import '../../styles/diff.css';
import { memo, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { diffLines } from '../diff/diff-lines.ts';
import { rowsOf, shownText } from '../diff/diff-rows.ts';
import { type DiffLook, pieceStyle, UnifiedLines } from '../diff/diff-views.tsx';
import { FilePath, LineCounts, Protections } from '../diff/file-facts.tsx';
import { hasMixedEnds } from '../diff/shown-hunks.ts';
import { changedRowCount, type DiffPiece, firstPieces, piecesOf, rowsAtOnce } from './changed-lines.ts';

type ChangedFilesProps = {
  files: readonly FileDiff[];
  /** False to show the first rows of a long change. */
  whole: boolean;
  /** Called with whether all lines are there. */
  onLines?: ((allShown: boolean) => void) | undefined;
};

/** Files as somebody wants to change them, in one column. */
export function ChangedFiles({ files, whole, onLines }: ChangedFilesProps) {
  const rows = changedRowCount(files);
  const shown = useShownRows(rows, whole);
  const allShown = shown >= rows;
  const note = useEffectEvent((all: boolean) => onLines?.(all));
  useEffect(() => note(allShown), [allShown]);
  const pieces = useMemo(() => files.map(piecesOf), [files]);
  const first = firstPieces(pieces, shown);
  return (
    <ul className="-mx-4 -my-3.5">
      {files.map((file, number) => (
        <li key={file.path} className="min-w-0 border-t border-hairline first:border-t-0">
          <p className="flex min-h-10 items-center gap-x-2 border-b border-hairline px-4 text-second">
            <FilePath path={file.path} />
            <LineCounts file={file} />
            <Protections file={file} />
          </p>
          <Lines file={file} pieces={first[number] ?? []} />
        </li>
      ))}
    </ul>
  );
}

/** Returns the number of rows to show: of a long change some more with each frame, so that no frame waits for all. */
function useShownRows(rows: number, whole: boolean): number {
  const [shown, show] = useState(rowsAtOnce);
  const goesOn = whole && shown < rows;
  useEffect(() => {
    if (!goesOn) return;
    const frame = requestAnimationFrame(() => show(shown + rowsAtOnce));
    return () => cancelAnimationFrame(frame);
  }, [goesOn, shown]);
  return shown;
}

function Lines({ file: { path, hunks }, pieces }: { file: FileDiff; pieces: readonly DiffPiece[] }) {
  const last = Math.max(0, ...hunks.map((hunk) => hunk.newStart + hunk.newLines + hunk.oldLines));
  const showEnds = useMemo(() => hasMixedEnds(hunks.map(diffLines)), [hunks]);
  return (
    <div
      role="group"
      aria-label={visibleText(`Changes of ${path}`, 'line')}
      tabIndex={0}
      dir="ltr"
      className="overflow-x-auto focus-visible:-outline-offset-2"
    >
      {pieces.map((piece, number) => (
        <Piece key={number} piece={piece} digits={String(last).length} showEnds={showEnds} />
      ))}
    </div>
  );
}

const Piece = memo(function Piece({ piece, ...look }: DiffLook & { piece: DiffPiece }) {
  const rows = useMemo(() => rowsOf(piece.hunk, piece.from, piece.to), [piece]);
  return (
    <div
      className={`diff-piece ${piece.from === 0 ? 'border-t border-hairline first:border-t-0' : ''}`}
      style={pieceStyle(rows.map((row) => shownText(row).length))}
    >
      <UnifiedLines lines={rows} first={0} {...look} />
    </div>
  );
});
