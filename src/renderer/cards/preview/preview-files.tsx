import { File, FileMinus, FilePlus } from 'lucide-react';
import { type RefObject, useEffect, useRef } from 'react';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { endingOf } from '../../../shared/previews/preview-state.ts';
import { filledComments } from '../../../shared/previews/line-comments.ts';
import { changeWords, FilePath, LineCounts, Marks } from './diff/file-facts.tsx';
import { LooseComments } from './diff/line-comment.tsx';
import { FileRow } from './diff/file-row.tsx';
import { onChangeKey } from './diff/change-keys.ts';
import type { PreviewIntents } from './preview-intents.ts';
import type { EditAction } from './preview-part.ts';
import { isSending } from '../store/card-kind.ts';
import { changedEdits, droppedOf, type PreviewCardState, shownComments } from './preview-card-state.ts';
import { commentCount } from './diff/file-comments.ts';
import { usePartRead } from './use-part-read.ts';

type PreviewFilesProps = {
  action: EditAction;
  card: PreviewCardState;
  intents: PreviewIntents;
  split: boolean;
  /** True if the files begin open. */
  open: boolean;
};

/** Every file of a preview, with how it changes. */
export function PreviewFiles({ action, card, intents, split, open }: PreviewFilesProps) {
  const { files } = action.preview;
  const deciding = action.state.type === 'open';
  const ending = endingOf(action.state);
  const comments = shownComments(card, action);
  const elsewhere = comments.filter(({ path }) => files.every((file) => file.path !== path));
  useEditsShown(deciding, intents);
  return (
    <div role="presentation" onKeyDown={onChangeKey}>
      <ul>
        {files.map((file) => (
          <FileRow
            key={file.path}
            file={file}
            {...{ card, intents, split }}
            initiallyOpen={open || comments.some(({ path }) => path === file.path)}
            canEdit={deciding}
            wasEdited={action.userEdits?.some(({ path }) => path === file.path) ?? false}
            applied={ending?.type === 'applied' && !ending.undone}
            fingerprint={action.fingerprint}
            comments={comments.filter(({ path }) => path === file.path)}
          />
        ))}
      </ul>
      <LooseComments
        on={{
          path: '',
          comments,
          commenting: card.commenting,
          busy: isSending(card),
          intents: deciding ? intents : null,
        }}
        comments={elsewhere}
      />
    </div>
  );
}

type FileListProps = Pick<PreviewFilesProps, 'action' | 'card'> & {
  /** The element in which the changes scroll. */
  body: RefObject<HTMLElement | null>;
  onGoTo(path: string): void;
};

/** The files of a preview, each leading to its changes; the one that is being read is marked. */
export function FileList({ action, card, body, onGoTo }: FileListProps) {
  const { fingerprint, preview } = action;
  const read = usePartRead(body, '[data-file-changes]', filesIn) ?? 0;
  return (
    <ul
      aria-label="Files"
      className="max-h-[30%] shrink-0 overflow-y-auto border-b border-hairline px-2 py-1.5"
    >
      {preview.files.map((file, number) => {
        const { whole, changes } = droppedOf(card, fingerprint, file);
        const edited = changedEdits(card).some(({ path }) => path === file.path);
        const comments = filledComments(card.comments).filter(({ path }) => path === file.path).length;
        return (
          <li key={file.path}>
            <button
              type="button"
              aria-current={number === read ? 'true' : undefined}
              onClick={() => onGoTo(file.path)}
              className="hit flex w-full items-center gap-2 rounded-control ps-3 pe-2 text-start text-second hover:bg-hover focus-visible:-outline-offset-2 aria-current:bg-selected"
            >
              <span className="shrink-0 text-tertiary [&_svg]:size-3.75">
                <FileIcon file={file} />
              </span>
              <FilePath path={file.path} className={whole ? 'line-through' : ''} />
              <Marks file={file} />
              <span className="ms-auto shrink-0 text-small text-tertiary">
                {whole
                  ? 'Dropped'
                  : changes.size > 0
                    ? `${changes.size} of ${file.hunks.length} dropped`
                    : edited
                      ? 'Edited by you'
                      : (commentCount(comments) ?? changeWords(file))}
              </span>
              <span className="flex min-w-16 shrink-0 justify-end">
                <LineCounts file={file} />
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function filesIn(body: HTMLElement): HTMLElement[] {
  return [...body.querySelectorAll<HTMLElement>('li[data-path]')];
}

function FileIcon({ file: { change } }: { file: FileDiff }) {
  switch (change) {
    case 'created':
      return <FilePlus aria-hidden />;
    case 'changed':
      return <File aria-hidden />;
    case 'deleted':
      return <FileMinus aria-hidden />;
  }
}

/** Edits that came with the card have their diffs read once. */
function useEditsShown(deciding: boolean, intents: PreviewIntents): void {
  const latest = useRef(intents);
  useEffect(() => {
    latest.current = intents;
  });
  useEffect(() => {
    if (deciding) latest.current.showEdits();
  }, [deciding]);
}
