import { useEffect, useRef } from 'react';
import { Segmented } from '../../ui/segmented.tsx';
import { useMedia } from '../../use-media.ts';
import { initiallyOpen } from './diff/shown-hunks.ts';
import { FileRow } from './diff/file-row.tsx';
import type { PreviewIntents } from './preview-card-kind.ts';
import type { EditAction } from './preview-part.ts';
import type { PreviewCardState } from './preview-card-state.ts';
import { countLines, lineWords } from './preview-words.ts';

export type DiffView = 'unified' | 'split';

type PreviewFilesProps = {
  action: EditAction;
  card: PreviewCardState;
  intents: PreviewIntents;
  diffView: DiffView;
  onDiffView(view: DiffView): void;
};

const views = [
  { value: 'unified', label: 'Unified', hint: 'Old and new lines under one another' },
  { value: 'split', label: 'Split', hint: 'Old and new lines side by side' },
] as const;

/** Every file of a preview, with how it changes. */
export function PreviewFiles({ action, card, intents, diffView, onDiffView }: PreviewFilesProps) {
  const { files } = action.preview;
  const deciding = action.state.type === 'open';
  const isRoomy = useMedia('(width >= 64rem)');
  const comparable = isRoomy && files.some(({ change }) => change === 'changed');
  const open = initiallyOpen(files, action.state.type === 'ended');
  const isAnyOpen = files.some(({ path }) => open.has(path) !== card.turned.includes(path));
  const split = comparable && diffView === 'split';
  useEditsShown(deciding, intents);
  return (
    <div data-wide={split || undefined}>
      {files.length > 1 || (comparable && isAnyOpen) ? (
        <div className="mb-2 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <p className="me-auto text-second text-secondary tabular-nums">
            {files.length === 1 ? '1 file' : `${files.length} files`}, {lineWords(totalOf(action))}
          </p>
          {comparable && isAnyOpen ? (
            <div data-looks>
              <Segmented label="View" choices={views} value={diffView} onChoose={onDiffView} />
            </div>
          ) : null}
        </div>
      ) : null}
      <ul className="flex flex-col gap-2">
        {files.map((file) => (
          <FileRow
            key={file.path}
            file={file}
            {...{ card, intents, split }}
            initiallyOpen={open.has(file.path)}
            canEdit={deciding}
            wasEdited={action.userEdits?.some(({ path }) => path === file.path) ?? false}
            fingerprint={action.fingerprint}
          />
        ))}
      </ul>
    </div>
  );
}

function totalOf({ preview }: EditAction): { added: number; removed: number } {
  const counts = preview.files.map(countLines);
  return {
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  };
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
