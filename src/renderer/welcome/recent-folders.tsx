import { Folder } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { RecentFolder } from '../../shared/workspace/recent-folder.ts';
import { useParley } from '../parley-context.tsx';
import { folderName } from '../ui/folder-name.ts';
import { dayOrAgo } from '../ui/day-or-ago.ts';
import { shortPath } from '../sidebar/short-path.ts';
import { VisibleText } from '../ui/visible-text.tsx';
import type { Opening } from './use-opening.ts';

/** The longest that the page waits for the folders of this machine, in milliseconds; nothing moves in it later. */
const patience = 400;

/** Asks for the folders that a first chat may be about; null until they are there, or too slow. */
export function useRecentFolders(): readonly RecentFolder[] | null {
  const { companion } = useParley();
  const [folders, setFolders] = useState<readonly RecentFolder[] | null>(null);
  useEffect(() => {
    const settle = (found: readonly RecentFolder[]) => setFolders((known) => known ?? found);
    const timer = setTimeout(settle, patience, []);
    companion.client.app.recentFolders().then(settle, () => settle([]));
    return () => clearTimeout(timer);
  }, [companion]);
  return folders;
}

type RecentFoldersProps = { folders: readonly RecentFolder[]; opening: Opening };

export function RecentFolders({ folders, opening }: RecentFoldersProps) {
  const { createWorkspace } = useParley();
  const [now] = useState(Date.now);
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="mt-8">
      <h3 id={titleId} className="mb-2 text-small font-medium text-tertiary">
        Recent folders on this machine
      </h3>
      <ul className="overflow-clip rounded-card border border-hairline bg-raised">
        {folders.map(({ folder, shown, changedAt }) => (
          <li key={folder} className="group">
            <button
              type="button"
              title={visibleText(folder, 'line')}
              onClick={() => void opening.start(() => createWorkspace(folder))}
              className="block w-full px-4 text-start hover:bg-hover focus-visible:outline-offset-[-4px]"
            >
              <span className="flex min-h-11 items-center gap-3 border-t border-hairline group-first:border-transparent">
                <Folder aria-hidden className="size-4 shrink-0 text-tertiary" />
                <span className="max-w-1/2 shrink-0 truncate font-medium">
                  <VisibleText text={folderName(folder)} layout="line" />
                </span>
                <span className="min-w-0 flex-1 truncate text-second text-tertiary">
                  <VisibleText text={shortPath(shown)} layout="line" />
                </span>
                <span className="shrink-0 text-small text-tertiary tabular-nums">
                  {dayOrAgo(changedAt, now)}
                </span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
