import { GitMerge } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { quotedLine } from '../../shared/commands/shell-quote.ts';
import type { BringBackOffer, MergeEnd, MergeOffer } from '../../shared/contract/bring-back.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { closeDialog } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { CommandText } from '../ui/command-text.tsx';
import { DecidingButton } from '../ui/decision/deciding-controls.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { GitSaid } from './git-said.tsx';
import { whyNotText } from './ways.ts';
import { WhyNoActNote } from './why-no-act-note.tsx';

/** Asks before the branch of the chat's worktree is merged, with the command by which it is. */
export function MergeDialog({ workspace: { id, worktree } }: { workspace: Workspace }) {
  const { view } = useParley();
  const close = () => closeDialog(view, 'merge');
  const [offer, setOffer] = useState<BringBackOffer | null>(null);
  const merge = useMerge(id, setOffer);
  const { end, problem, merging } = merge;
  const branch = worktree?.state === 'made' ? worktree.branch : '';
  const found = offer?.merge;
  const isOver = end?.type === 'merged' || end?.type === 'left';
  if (found?.offered === false && found.why.type === 'untrusted' && !isOver)
    return (
      <Dialog title="Merge the branch" size="wide" onClose={close}>
        <WhyNoActNote
          workspaceId={id}
          because={found.why.because}
          onSettled={() => void merge.read()}
          onClose={close}
        />
      </Dialog>
    );
  return (
    <Dialog title="Merge the branch" size="wide" onClose={close}>
      {found === undefined || isOver ? null : (
        <Offered {...{ branch, found }} uncommitted={offer?.uncommitted ?? 0} />
      )}
      <div role="status" className="mt-4 empty:hidden">
        {end === null ? null : <End {...{ end, branch }} />}
      </div>
      {problem === null ? null : <ProblemLine>{visibleText(problem, 'line')}</ProblemLine>}
      <div className="mt-5 flex flex-wrap items-center justify-end gap-2">
        {merging && <span className="me-auto text-second text-secondary">Merging…</span>}
        <Button onClick={close}>{isOver ? 'Done' : 'Cancel'}</Button>
        {found?.offered && !isOver && (
          <DecidingButton
            look="primary"
            about={`${found.ours} ${found.theirs}`}
            off={merging}
            onClick={() => void merge.run(found)}
          >
            <GitMerge aria-hidden />
            Merge
          </DecidingButton>
        )}
      </div>
    </Dialog>
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
      {end.type === 'changed' ? null : <GitSaid said={end.said} open={end.type !== 'merged'} />}
    </>
  );
}

const endText = {
  changed: 'Something has changed since. Nothing was merged; look again and merge then.',
  'taken-back': 'Git or a hook stopped the merge. It was taken back: the folder is as it was.',
  left: 'Git stopped in the middle of the merge, and it could not be taken back. Look at the folder with git status.',
};

type Merging = { end: MergeEnd | null; problem: string | null; merging: boolean };

/** Reads what can be merged, again after each attempt, and merges. */
function useMerge(workspaceId: WorkspaceId, onOffer: (offer: BringBackOffer | null) => void) {
  const { companion } = useParley();
  const [state, setState] = useState<Merging>({ end: null, problem: null, merging: false });
  const read = useCallback(
    () =>
      companion.client.bringBack.offer({ workspaceId }).then(onOffer, (error: unknown) => {
        setState((now) => ({ ...now, problem: failureText(error) }));
      }),
    [companion, workspaceId, onOffer],
  );
  useEffect(() => {
    void read();
  }, [read]);
  return {
    ...state,
    read,
    async run({ ours, theirs }: Extract<MergeOffer, { offered: true }>): Promise<void> {
      setState({ end: null, problem: null, merging: true });
      try {
        const end = await companion.client.bringBack.merge({ workspaceId, ours, theirs });
        setState({ end, problem: null, merging: false });
      } catch (error) {
        setState({ end: null, problem: failureText(error), merging: false });
      }
      await read();
    },
  };
}
