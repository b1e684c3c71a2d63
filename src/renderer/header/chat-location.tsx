import { GitBranch } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { folderName } from '../ui/folder-name.ts';
import { VisibleText } from '../ui/visible-text.tsx';

type Git = { branch: string | null; dirty: boolean | null };

/** The folder of a chat and the branch that is checked out in it. */
export function ChatLocation({ folder, git, narrow }: { folder: string; git: Git; narrow: boolean }) {
  const { branch, dirty } = git;
  return (
    <p
      title={visibleText(folder, 'line')}
      className="flex min-w-0 shrink-[99] items-center gap-2.5 text-second text-tertiary max-[719.98px]:max-w-full max-[719.98px]:gap-1 max-[719.98px]:text-small"
    >
      <span className="cut-off">
        <VisibleText text={folderName(folder)} layout="line" />
      </span>
      {branch !== null && (
        <span className="flex min-w-0 items-center gap-1.5">
          {narrow ? <span aria-hidden>·</span> : <GitBranch aria-hidden className="size-3.5 shrink-0" />}
          <span className="sr-only">Branch </span>
          <span className="cut-off">
            <VisibleText text={branch} layout="line" />
          </span>
          {dirty && (
            <span title="Has uncommitted changes" className="shrink-0">
              <span className="sr-only">, has uncommitted changes</span>
              <span aria-hidden>•</span>
            </span>
          )}
        </span>
      )}
    </p>
  );
}

/** The branch, undefined until it is known, as it was when the chat was opened, its agent ended, or the window got the focus. */
export function useBranch(
  workspaceId: Workspace['id'],
  status: Workspace['turn']['status'],
): Git | undefined {
  const { companion } = useParley();
  const [git, setGit] = useState<Git>();
  const known = useRef(false);
  useEffect(() => {
    const over = new AbortController();
    const read = async () => {
      const [now] = await Promise.all([
        // Without an answer it stays as it was.
        companion.client.workspace.readBranch({ workspaceId }, { signal: over.signal }).catch(() => null),
        // Later there is nothing left to wait for, and to ask costs a layout.
        known.current || document.fonts.ready,
      ]);
      if (over.signal.aborted) return;
      known.current = true;
      setGit((before) => now ?? before ?? { branch: null, dirty: null });
    };
    // While the agent works the branch may change at any time; its end tells.
    if (status !== 'working' || !known.current) void read();
    window.addEventListener('focus', () => void read(), over);
    return () => over.abort();
  }, [companion, workspaceId, status]);
  return git;
}
