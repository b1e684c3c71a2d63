import { type ReactNode, useRef, useState } from 'react';
import type { FileDiff } from '../../shared/previews/preview.ts';
import { commentCount } from '../../shared/previews/preview-text.ts';
import type { CommentsOnFile } from '../cards/diff/comments.tsx';
import { FileBody } from '../cards/diff/file-body.tsx';
import { FileDiffView } from '../cards/diff/file-diff.tsx';
import { rowsShown } from '../cards/diff/shown-hunks.ts';
import { noComments } from './change-comments.ts';

const nothingDropped = { numbers: new Set<number>() };

type ReadFileRowProps = {
  file: FileDiff;
  startsOpen: boolean;
  wrap: boolean;
  /** Said above its lines, or in place of them. */
  note: string | null;
  hasLines: boolean;
  /** Stands before its name. */
  before?: ReactNode;
  /** Where its lines can be commented. */
  comments?: Omit<CommentsOnFile, 'path'>;
  /** Opens it in the editor; null if there is no editor, or no such file now. */
  onOpen?: (() => void) | null;
  /** Drops it, or the change of it with that number; null where it can't be. */
  onDrop?: ((change: number | null) => void) | null;
};

const cannotComment = { ...noComments, busy: false, intents: null };

/** A changed file that is read; nothing waits for a decision about it. */
export function ReadFileRow({
  file,
  startsOpen,
  wrap,
  note,
  hasLines,
  before,
  comments = cannotComment,
  onOpen = null,
  onDrop = null,
}: ReadFileRowProps) {
  const ofFile = commentsOn(file.path, comments);
  const row = useRef<HTMLLIElement>(null);
  const [open, setOpen] = useState(startsOpen);
  const [parts, setParts] = useState(1);
  const [shownRows, setShownRows] = useState(rowsShown(1));
  return (
    <FileDiffView
      {...{ row, file, open, before, onOpen }}
      kept={file}
      hint={commentCount(ofFile.comments.filter(({ text }) => text.trim() !== '').length)}
      dropped={false}
      onTurn={() => setOpen(!open)}
      onEdit={null}
      onDrop={onDrop === null ? null : () => onDrop(null)}
    >
      {note === null ? null : <p className="px-4 py-2 text-second text-secondary">{note}</p>}
      {hasLines ? (
        <FileBody
          {...{ file, wrap, parts, shownRows }}
          split={false}
          onParts={setParts}
          onRows={setShownRows}
          drops={{ ...nothingDropped, onDrop: file.change === 'changed' ? onDrop : null }}
          surroundings={null}
          comments={ofFile}
        />
      ) : null}
    </FileDiffView>
  );
}

function commentsOn(
  path: string,
  { comments, commenting, ...rest }: Omit<CommentsOnFile, 'path'>,
): CommentsOnFile {
  const isHere = (on: { path: string }) => on.path === path;
  return { ...rest, path, comments: comments.filter(isHere), commenting: commenting.filter(isHere) };
}
