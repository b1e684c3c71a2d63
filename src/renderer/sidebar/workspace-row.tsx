import type { ReactNode } from 'react';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { ActivityMark } from '../ui/activity-mark.tsx';
import { shortPath } from './short-path.ts';

type WorkspaceRowProps = { workspace: Workspace; open: boolean; onOpen(): void };

export function WorkspaceRow({ workspace, open, onOpen }: WorkspaceRowProps) {
  const { name, folder, waiting } = workspace;
  return (
    <li>
      <button
        type="button"
        aria-current={open ? 'page' : undefined}
        title={folder}
        onClick={onOpen}
        className={
          'flex w-full items-center gap-3 rounded-control px-3 py-2 text-start transition-colors ' +
          'duration-(--duration-quick) hover:bg-hover aria-[current=page]:bg-active ' +
          'forced-colors:aria-[current=page]:outline'
        }
      >
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">{name}</span>
          <span className="block truncate text-small text-secondary">{stateLine(workspace)}</span>
        </span>
        {waiting > 0 && (
          <span className="min-w-5 rounded-pill bg-accent px-1.5 text-center text-small font-semibold text-on-accent tabular-nums forced-color-adjust-none">
            {waiting}
          </span>
        )}
      </button>
    </li>
  );
}

function stateLine({ waiting, turn, folder }: Workspace): ReactNode {
  if (waiting > 0) return <span className="font-medium text-accent-ink">Parley has a few questions</span>;
  switch (turn.status) {
    case 'idle':
      return <span dir="ltr">{shortPath(folder)}</span>;
    case 'working':
      return (
        <span className="inline-flex items-center gap-1.5">
          <ActivityMark /> Working…
        </span>
      );
    case 'interrupted':
      return 'Stopped';
    case 'failed':
      return <span className="text-danger">Stopped by a problem</span>;
  }
}
