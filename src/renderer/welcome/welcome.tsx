import { Folder, FolderOpen } from 'lucide-react';
import { startTransition, useEffect, useId, useState } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import { folderName } from '../../shared/files/folder-name.ts';
import type { RecentFolder } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { fetchChatCode } from '../transcript/fetch-chat-code.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { shortPath } from '../ui/short-path.ts';
import { Button } from '../ui/button.tsx';
import { dayOrAgo } from '../ui/day-or-ago.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { ParleyMark } from '../ui/parley-mark.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { type Opening, useOpening } from './use-opening.ts';
import { WhoTiles } from './who-tiles.tsx';
import { PartBoundary } from '../ui/part-boundary.tsx';

const FolderForm = lazyPart(async () => (await import('../sidebar/folder-form.tsx')).FolderForm);
const GuideTrial = lazyPart(async () => (await import('./guide-trial.tsx')).GuideTrial);

/** Shown while there is no chat: which folder to work in, how an agent asks, and who works there. */
export function Welcome() {
  const recent = useRecentFolders();
  const opening = useOpening();
  const isShown = recent !== null;
  useEffect(() => (isShown ? afterPaint(fetchChatCode) : undefined), [isShown]);
  if (recent === null) return <div className="flex-1" aria-busy />;
  return (
    <div className="@container flex min-h-0 flex-1 flex-col overflow-y-auto px-6 max-sm:px-4">
      <div className="mx-auto flex w-full max-w-274 flex-col gap-7 pt-[max(--spacing(6),(100dvh-60rem)/2)] pb-6">
        <div className="grid items-start gap-x-16 gap-y-9 @min-[960px]:grid-cols-[minmax(0,26.5rem)_minmax(0,1fr)]">
          <div className="min-w-0 @min-[960px]:pt-2.5">
            <ParleyMark className="mb-7 h-16 @max-[960px]:mb-5 @max-[960px]:h-10" />
            <h2 className="text-display font-semibold @max-[480px]:text-title">Choose a folder to work in</h2>
            <p className="mt-3 mb-6 max-w-100 text-prompt leading-(--lead-reading) text-secondary">
              Parley works there with an agent. It reads what it needs, and asks you before it changes
              anything.
            </p>
            <PartBoundary fallback={null}>
              <OpenFolder opening={opening} />
            </PartBoundary>
            {opening.problem !== null && (
              <div className="mt-3">
                <ProblemLine>{opening.problem}</ProblemLine>
              </div>
            )}
            {recent.length > 0 && <RecentFolders folders={recent} opening={opening} />}
          </div>
          <Stage />
        </div>
        <WhoTiles opening={opening} />
      </div>
    </div>
  );
}

/** Where a card of the guide stands as in a chat. It has about its height before the card is there. */
function Stage() {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="flex min-h-160 min-w-0 flex-col gap-3.5 rounded-field border border-hairline bg-side p-5.5 max-sm:p-3 @min-[560px]:min-h-142 @min-[960px]:min-h-153 @min-[1100px]:min-h-141"
    >
      <h3 id={titleId} className="text-small text-tertiary">
        Try it: this card is real
      </h3>
      <p className="self-end rounded-field bg-selected px-3.5 py-2.25">Plan a README for this project</p>
      <PartBoundary fallback={null}>
        <GuideTrial />
      </PartBoundary>
    </section>
  );
}

/**
 * Opens a folder by the system's dialog, or by its path where there is none. The button stays until the field has
 * loaded.
 */
function OpenFolder({ opening }: { opening: Opening }) {
  const { createWorkspace, requestCaret } = useParley();
  const [typing, setTyping] = useState(false);
  const keyed = useKeyPressed();
  const host = window.parleyHost;

  async function choose(): Promise<string | null> {
    const folder = (await host?.chooseFolder().catch(() => null)) ?? null;
    return folder === null ? null : createWorkspace(folder);
  }

  if (typing) return <FolderForm onDone={requestCaret} />;
  return (
    <Button
      look="primary"
      autoFocus
      className={`min-h-10! px-4.5! text-body! [&_svg]:size-4.25! ${keyed ? '' : 'outline-none!'}`}
      aria-disabled={opening.busy}
      onClick={() => {
        if (host === undefined) startTransition(() => setTyping(true));
        else void opening.start(choose);
      }}
    >
      <FolderOpen aria-hidden />
      Open a folder
    </Button>
  );
}

/** True once a key was pressed: a button that has the focus from the start shows its ring from then on. */
function useKeyPressed(): boolean {
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    window.addEventListener('keydown', () => setPressed(true), { capture: true, once: true, signal });
    return () => over.abort();
  }, []);
  return pressed;
}

/** How long the page waits for recent folders, in milliseconds; nothing moves in it later. */
const patience = 400;

/** Returns the recent folders; null until they are there, or if they are too slow. */
function useRecentFolders(): readonly RecentFolder[] | null {
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

/** Returns where a folder lies; its own name stands beside that. */
function parentOf(folder: string): string {
  return folder.slice(0, Math.max(1, folder.length - folderName(folder).length - 1));
}

type RecentFoldersProps = { folders: readonly RecentFolder[]; opening: Opening };

function RecentFolders({ folders, opening }: RecentFoldersProps) {
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
                  <VisibleText text={shortPath(parentOf(shown))} layout="line" />
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
