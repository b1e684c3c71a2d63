import { GitMerge } from 'lucide-react';
import { quotedLine } from '../../shared/commands/shell-quote.ts';
import type { MergeEnd, MergeOffer } from '../../shared/contract/bring-back.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { CommandText } from '../ui/command-text.tsx';
import { DecidingButton } from '../ui/decision/deciding-controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LoadFailure, ProblemLine } from '../ui/problem-line.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { useGitRun, useRead } from './git-calls.ts';
import { GitOutput, GitSaid } from './git-said.tsx';
import { whyNotText } from './ways.ts';
import { WhyNoActNote } from './why-no-act-note.tsx';

/** Asks before the branch of the chat's worktree is merged, with the command by which it is. */
export function MergeDialog({ workspace: { id: workspaceId, worktree } }: { workspace: Workspace }) {
  const { companion, view } = useParley();
  const { bringBack } = companion.client;
  const close = () => closeDialog(view, 'merge');
  const [offer, readAgain] = useRead(() => bringBack.offer({ workspaceId }));
  const { state, output, run, stop } = useGitRun<MergeEnd>(workspaceId);
  const found = offer.type === 'read' ? offer.value : null;
  const end = state.type === 'ended' ? state.end : null;
  const isOver = end?.type === 'merged' || end?.type === 'left';
  const branch = worktree?.state === 'made' ? worktree.branch : '';
  if (found?.merge.offered === false && found.merge.why.type === 'untrusted' && !isOver)
    return (
      <Dialog title="Merge the branch" size="wide" onClose={close}>
        <WhyNoActNote
          {...{ workspaceId }}
          because={found.merge.why.because}
          onSettled={readAgain}
          onClose={close}
        />
      </Dialog>
    );
  async function merge({ ours, theirs }: OfferedMerge): Promise<void> {
    await run((key) => bringBack.merge({ workspaceId, key, ours, theirs }));
    readAgain();
  }
  return (
    <Dialog title="Merge the branch" size="wide" onClose={close}>
      {found === null || isOver ? null : (
        <Offered {...{ branch }} found={found.merge} uncommitted={found.uncommitted} />
      )}
      {offer.type === 'failed' && (
        <LoadFailure action="Try again" onAction={readAgain}>
          {offer.problem}
        </LoadFailure>
      )}
      <GitOutput output={output} />
      <div role="status" className="mt-4 empty:hidden">
        {end === null ? null : <End {...{ end, branch }} />}
      </div>
      {state.type === 'failed' && <ProblemLine>{state.problem}</ProblemLine>}
      <Actions
        {...{ isOver, stop }}
        running={state.type === 'running'}
        offered={found?.merge.offered ? found.merge : null}
        onMerge={(offered) => void merge(offered)}
        onClose={close}
      />
    </Dialog>
  );
}

type OfferedMerge = Extract<MergeOffer, { offered: true }>;

type ActionsProps = {
  running: boolean;
  isOver: boolean;
  /** Null where there is nothing to merge now. */
  offered: OfferedMerge | null;
  stop(): void;
  onMerge(offered: OfferedMerge): void;
  onClose(): void;
};

function Actions({ running, isOver, offered, stop, onMerge, onClose }: ActionsProps) {
  return (
    <div className="mt-5 flex flex-wrap items-center justify-end gap-2">
      {running && (
        <span role="status" className="me-auto text-second text-secondary">
          Merging…
        </span>
      )}
      {running ? (
        <Button onClick={stop}>Stop</Button>
      ) : (
        <Button onClick={onClose}>{isOver ? 'Done' : 'Cancel'}</Button>
      )}
      {offered !== null && !isOver && (
        <DecidingButton
          look="primary"
          about={`${offered.ours} ${offered.theirs}`}
          off={running}
          onClick={() => onMerge(offered)}
        >
          <GitMerge aria-hidden />
          Merge
        </DecidingButton>
      )}
    </div>
  );
}

type OfferedProps = { branch: string; found: MergeOffer; uncommitted: number };

/** What would be merged, or why that can't be done now. */
function Offered({ branch, found, uncommitted }: OfferedProps) {
  if (!found.offered)
    return (
      <p className="text-second wrap-anywhere">
        <VisibleText text={`It can’t be merged now: ${whyNotText(found, uncommitted)}.`} layout="line" /> Into
        the folder brings the changes all the same.
      </p>
    );
  return (
    <div className="flex flex-col gap-3 text-second">
      <p className="wrap-anywhere">
        {found.commits === 1 ? '1 commit' : `${found.commits} commits`} of{' '}
        <VisibleText text={branch} layout="line" /> into <VisibleText text={found.into} layout="line" />, by
        your git with its hooks. Without conflicts, as far as git can tell.
      </p>
      {uncommitted === 0 ? null : (
        <p className="text-caution">
          {uncommitted === 1
            ? '1 file in the worktree is not committed, so it is not merged.'
            : `${uncommitted} files in the worktree are not committed, so they are not merged.`}
        </p>
      )}
      <CommandText text={quotedLine(found.command)} name="the command" />
      {found.changedHooks.length > 0 && (
        <p className="text-small text-caution wrap-anywhere">
          {`Changed in this chat, and run by git with your rights: ${visibleText(found.changedHooks.join(', '), 'line')}`}
        </p>
      )}
      <p className="text-secondary wrap-anywhere">
        In <VisibleText text={found.folder} layout="line" />
      </p>
    </div>
  );
}

function End({ end, branch }: { end: MergeEnd; branch: string }) {
  return (
    <>
      {end.type === 'merged' ? (
        <p className="text-second font-medium">
          <VisibleText text={`${branch} is merged.`} layout="line" />
        </p>
      ) : (
        <ProblemLine>{endText[end.type]}</ProblemLine>
      )}
      {'said' in end && <GitSaid said={end.said} open={end.type !== 'merged'} />}
    </>
  );
}

const endText: Record<Exclude<MergeEnd['type'], 'merged'>, string> = {
  busy: 'Git is at work in this worktree already, perhaps from another window. Nothing was merged now.',
  stopped: 'Stopped, and taken back: the folder is as it was.',
  changed: 'Something has changed since. Nothing was merged; look again and merge then.',
  'taken-back': 'Git or a hook stopped the merge. It was taken back: the folder is as it was.',
  left: 'Git stopped in the middle of the merge, and it could not be taken back. Look at the folder with git status.',
};
