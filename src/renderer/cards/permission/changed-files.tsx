import '../../styles/diff.css';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import { UnifiedLines } from '../preview/diff/diff-views.tsx';
import { hasMixedEnds, shownHunks } from '../preview/diff/shown-hunks.ts';
import { FilePath, LineCounts, Marks } from '../preview/diff/file-diff.tsx';

/** Files as somebody wants to change them, whole and in one column. */
export function ChangedFiles({ files }: { files: readonly FileDiff[] }) {
  return (
    <ul className="-mx-4 -my-3.5">
      {files.map((file) => (
        <li key={file.path} className="min-w-0 border-t border-hairline first:border-t-0">
          <p className="flex min-h-10 items-center gap-x-2 border-b border-hairline px-4 text-second">
            <FilePath path={file.path} />
            <LineCounts file={file} />
            <Marks marks={file.marks} />
          </p>
          <Lines file={file} />
        </li>
      ))}
    </ul>
  );
}

function Lines({ file: { path, hunks } }: { file: FileDiff }) {
  const last = Math.max(0, ...hunks.map((hunk) => hunk.newStart + hunk.newLines + hunk.oldLines));
  const { shown } = shownHunks(hunks, Number.MAX_SAFE_INTEGER);
  const look = { digits: String(last).length, showEnds: hasMixedEnds(shown) };
  return (
    <div
      role="group"
      aria-label={visibleText(`Changes of ${path}`, 'line')}
      tabIndex={0}
      dir="ltr"
      className="overflow-x-auto focus-visible:-outline-offset-2"
    >
      {shown.map((lines, number) => (
        <div key={number} className="border-t border-hairline first:border-t-0">
          <UnifiedLines lines={lines} first={0} {...look} />
        </div>
      ))}
    </div>
  );
}
