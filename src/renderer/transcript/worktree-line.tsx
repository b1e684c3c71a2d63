import { GitBranch } from 'lucide-react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { ChatWorktree } from '../../shared/worktrees/chat-worktree.ts';
import { useParley } from '../parley-context.tsx';
import { openPane } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { Disclosure } from '../ui/disclosure.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

type WorktreeLineProps = { workspaceId: WorkspaceId; worktree: Extract<ChatWorktree, { state: 'made' }> };

/** Says at the beginning of a chat that it works in a worktree, and what that began with. */
export function WorktreeLine({ workspaceId, worktree }: WorktreeLineProps) {
  const { view } = useParley();
  const { branch, from, along, hookSaid } = worktree;
  const begun = [
    `from ${from ?? 'a detached commit'}`,
    ...(along > 0 ? [along === 1 ? '1 uncommitted file along' : `${along} uncommitted files along`] : []),
  ].join(', ');
  return (
    <section aria-label="Where it works" className="column">
      <div className="mt-4 rounded-card border border-hairline px-3.5 py-1 text-second">
        <div className="flex min-h-8 items-center gap-x-2.5">
          <GitBranch aria-hidden className="mt-2 size-4 shrink-0 self-start text-secondary" />
          <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2.5 py-1.5">
            <span className="font-medium">Works in its own worktree</span>{' '}
            <span className="min-w-0 text-secondary wrap-anywhere">
              <VisibleText text={begun} layout="line" />
            </span>
            <span className="sr-only">{`, on the branch ${visibleText(branch, 'line')}`}</span>
          </p>
          <Button
            look="quiet"
            className="-me-2"
            onClick={() => openPane(view, { type: 'chat', workspaceId })}
          >
            All changes
          </Button>
        </div>
        {hookSaid !== null && (
          <Disclosure
            summary="A hook of the repository failed after that. The worktree is whole all the same."
            className="mb-1.5"
          >
            <pre className="mt-1 overflow-x-auto text-small whitespace-pre-wrap wrap-anywhere">
              {visibleText(hookSaid)}
            </pre>
          </Disclosure>
        )}
      </div>
    </section>
  );
}
