import { GitBranch } from 'lucide-react';
import { useEffect, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { WorktreeStart } from '../../../shared/worktrees/chat-worktree.ts';
import type {
  IgnoredFile,
  WhyNoWorktree,
  WorktreeChoice,
  WorktreeOffer,
} from '../../../shared/worktrees/worktree-offer.ts';
import type { ParleyClient } from '../../../shared/contract/contract.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { Tick } from '../../ui/tick.tsx';
import { ComposerLine } from '../composer-line.tsx';
import { inTheirPlace } from './beside-others.ts';
import { SetupLineField } from './setup-line-field.tsx';
import { StartChoice } from './start-choice.tsx';

/** Says what of the folder comes along into the worktree: files that are not committed, and ignored ones that it names. */
export function ComesAlong({ workspace }: { workspace: Workspace }) {
  const { id, worktree } = workspace;
  const { chooseWorktree } = useParley();
  const { offer, isFresh } = useWorktreeOffer(workspace);
  const wanted = worktree?.state === 'wanted' ? worktree : null;
  const offered = isFresh && offer?.offered === true ? offer.copies : none;
  useShownCopies(id, wanted, isFresh && offer?.offered === true ? offered : null);
  if (wanted?.removed === true) return <WorktreeRemoved workspaceId={id} restores={wanted.restores} />;
  if (wanted === null || wanted.restores) return null;
  const { changes, copies, start } = wanted;
  const choose = (change: Partial<OwnChoice>) =>
    chooseWorktree(id, { own: true, changes, copies, ...(start && { start }), ...change });
  const uncommitted = isFresh && offer?.offered === true ? offer.uncommitted : 0;
  const files = uncommitted === 1 ? '1 uncommitted file' : `${uncommitted} uncommitted files`;
  return (
    <ComposerLine>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4">
        <span className={`inline-flex h-8 items-center gap-1.5 text-ink [&_svg]:size-3.5 ${inTheirPlace}`}>
          <GitBranch aria-hidden />
          In its own worktree
        </span>
        {offer?.offered === true && (offer.branches.length > 0 || start !== null) && (
          <StartChoice
            workspaceId={id}
            offer={offer}
            start={start}
            onChoose={(now) =>
              chooseWorktree(id, { own: true, changes, copies: null, ...(now && { start: now }) })
            }
          />
        )}
        {uncommitted > 0 && (
          <Tick
            className="-ms-2"
            label={`Take ${files} along`}
            checked={changes}
            onChange={(now) => choose({ changes: now })}
          >
            <span>{`Take ${files} along`}</span>
          </Tick>
        )}
        {offered.length > 0 && (
          <Copies {...{ offered, copies }} onChoose={(chosen) => choose({ copies: chosen })} />
        )}
        {(offer?.offered !== true || offer.runsSetup || offer.isStartGone) && (
          <SetupLineField folder={workspace.folder} />
        )}
      </span>
    </ComposerLine>
  );
}

type Wanted = Extract<Workspace['worktree'], { state: 'wanted' }>;

/** Has what is shown be what is copied, also where other files are `offered` by now; null while that is not known. */
function useShownCopies(
  id: WorkspaceId,
  wanted: Wanted | null,
  offered: readonly IgnoredFile[] | null,
): void {
  const { chooseWorktree } = useParley();
  const isOutdated = wanted !== null && offered !== null && !isAllOrNone(wanted.copies, offered);
  useEffect(() => {
    if (!isOutdated) return;
    const copies = offered.length === 0 ? null : pathsOf(offered);
    const { changes, start } = wanted;
    chooseWorktree(id, { own: true, changes, copies, ...(start && { start }) });
  }, [isOutdated, chooseWorktree, id, wanted, offered]);
}

type CopiesProps = {
  offered: readonly IgnoredFile[];
  copies: readonly string[] | null;
  onChoose(copies: string[]): void;
};

/** The ignored files that are copied, all or none. */
function Copies({ offered, copies, onChoose }: CopiesProps) {
  const label = `Copy ${offered.length === 1 ? '1 ignored file' : `${offered.length} ignored files`}`;
  return (
    <span className="-ms-2 flex min-w-0 flex-wrap items-center">
      <Tick
        label={label}
        checked={copies === null || copies.length > 0}
        onChange={(now) => onChoose(now ? pathsOf(offered) : [])}
      >
        <span>{label}</span>
      </Tick>
      <span className="min-w-0 text-tertiary wrap-anywhere" title={namesOf(offered, offered.length)}>
        {namesOf(offered, mostNames)}
      </span>
    </span>
  );
}

/** Says that the chat's worktree was removed, and what the next message does. */
function WorktreeRemoved({ workspaceId, restores }: { workspaceId: WorkspaceId; restores: boolean }) {
  const { chooseWorktree } = useParley();
  return (
    <ComposerLine>
      <span className="min-w-0 flex-1 py-1.5 wrap-anywhere">
        {`The worktree was removed. Your next message makes a new one${restores ? ' with what was in it' : ''}.`}
      </span>
      <Button look="quiet" onClick={() => chooseWorktree(workspaceId, { own: false })}>
        Go on in the folder
      </Button>
    </ComposerLine>
  );
}

type OwnChoice = Extract<WorktreeChoice, { own: true }>;

const none: readonly IgnoredFile[] = [];

/** How many names of files are listed without pointing at them. */
const mostNames = 8;

/** True where the choice is one of the box's two: all that is offered, or nothing. */
function isAllOrNone(copies: readonly string[] | null, offered: readonly IgnoredFile[]): boolean {
  if (copies === null) return offered.length === 0;
  const isAll = copies.length === offered.length && offered.every(({ path }) => copies.includes(path));
  return isAll || copies.length === 0;
}

function pathsOf(files: readonly IgnoredFile[]): string[] {
  return files.map(({ path }) => path);
}

function namesOf(files: readonly IgnoredFile[], most: number): string {
  const names = visibleText(pathsOf(files.slice(0, most)).join(', '), 'line');
  return files.length > most ? `${names} and ${files.length - most} more` : names;
}

/** `isFresh` is false while it is read anew for another start. */
type ReadOffer = { offer: WorktreeOffer | undefined; isFresh: boolean };

/** Reads anew when the window gets the focus: the person may have committed, or made a repository. */
function useWorktreeOffer({ id, worktree }: Workspace): ReadOffer {
  const { companion } = useParley();
  const [read, setRead] = useState<{ offer: WorktreeOffer; at: string | null }>();
  const start = worktree?.state === 'wanted' ? worktree.start : null;
  const [ref, chat] = [
    start?.type === 'branch' ? start.ref : null,
    start?.type === 'chat' ? start.chat : null,
  ];
  useEffect(() => {
    const over = new AbortController();
    const chosen: WorktreeStart | undefined =
      ref !== null ? { type: 'branch', ref } : chat !== null ? { type: 'chat', chat } : undefined;
    const look = () =>
      companion.client.workspace
        .readWorktreeOffer({ workspaceId: id, start: chosen }, { signal: over.signal })
        .then(
          (offer) => over.signal.aborted || setRead({ offer, at: ref ?? chat }),
          // Without an answer the choice is open; the first message says what is in the way.
          () => undefined,
        );
    void look();
    window.addEventListener('focus', () => void look(), over);
    return () => over.abort();
  }, [companion, id, ref, chat]);
  return { offer: read?.offer, isFresh: read?.at === (ref ?? chat) };
}

/** Says why a chat on a folder can have no worktree; null where it can. */
export async function whyNoWorktree(client: ParleyClient, id: WorkspaceId): Promise<string | null> {
  const offer = await client.workspace.readWorktreeOffer({ workspaceId: id });
  return offer.offered ? null : whyText(offer.why);
}

function whyText(why: WhyNoWorktree): string {
  switch (why) {
    case 'no-git':
      return 'A worktree needs git, which was not found on this machine.';
    case 'no-repository':
      return 'A worktree needs a git repository, and this folder is in none.';
    case 'no-commit':
      return 'A worktree begins at a commit, and this repository has none yet.';
    case 'refused':
      return 'Git does not work in this folder, since it belongs to another user.';
  }
}
