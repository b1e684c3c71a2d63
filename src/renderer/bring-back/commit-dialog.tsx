import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { CommitEnd, CommitFile, CommitOffer } from '../../shared/contract/commit-contract.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useAgentName, useParley, useView } from '../parley-context.tsx';
import type { ViewStore } from '../state/view-store.ts';
import { Button } from '../ui/button.tsx';
import { DecidingButton } from '../ui/decision/deciding-controls.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { Field, GrowingTextField } from '../ui/text-input.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { commitEndText } from './commit-end-text.ts';
import { OfferDialog } from './offer-dialog.tsx';
import { GitOutput, GitSaid } from './git-said.tsx';
import { useGitRun } from './git-calls.ts';

type Offered = Extract<CommitOffer, { offered: true }>;

/** Shows what a commit in the chat's worktree would take, and commits it with the person's message. */
export function CommitDialog({ workspace: { id: workspaceId } }: { workspace: Workspace }) {
  const { companion } = useParley();
  const { readCommitOffer } = companion.client.workspace;
  return (
    <OfferDialog<Offered>
      {...{ workspaceId }}
      name="commit"
      title="Commit"
      read={() => readCommitOffer({ workspaceId })}
    >
      {(offer, { readAgain, close }) => (
        <CommitForm {...{ workspaceId, offer }} onChanged={readAgain} onClose={close} />
      )}
    </OfferDialog>
  );
}

type CommitFormProps = { workspaceId: WorkspaceId; offer: Offered; onChanged(): void; onClose(): void };

function CommitForm({ workspaceId, offer, onChanged, onClose }: CommitFormProps) {
  const { companion, view } = useParley();
  const message = useMessage(workspaceId, offer.files.length > 0);
  const { state, output, run, stop } = useGitRun<CommitEnd>(workspaceId);
  const end = state.type === 'ended' ? state.end : null;
  async function commit(): Promise<void> {
    const { fingerprint } = offer;
    const done = await run((key) =>
      companion.client.workspace.commit({ workspaceId, key, message: message.text, fingerprint }),
    );
    if (done?.type === 'committed') keepDraft(view, workspaceId, null);
    if (done?.type === 'changed') onChanged();
  }
  if (end?.type === 'committed') return <Committed {...{ end, offer, onClose }} />;
  if (offer.files.length === 0) return <NothingToCommit branch={offer.branch} onClose={onClose} />;
  return (
    <>
      <CommitFiles offer={offer} />
      <MessageField {...message} workspaceId={workspaceId} off={state.type === 'running'} />
      <p className="mt-2 text-small text-secondary">
        You are the author, as git is set up. The repository’s hooks run as they do for you.
      </p>
      <GitOutput output={output} />
      {state.type === 'failed' && <Problem>{state.problem}</Problem>}
      {end !== null && <Problem>{commitEndText(end)}</Problem>}
      {end !== null && 'said' in end && <GitSaid said={end.said} open />}
      <div className="mt-5 flex flex-wrap items-center justify-end gap-2">
        {state.type === 'running' ? (
          <>
            <span role="status" className="me-auto text-second text-secondary">
              Committing…
            </span>
            <Button onClick={stop}>Stop</Button>
          </>
        ) : (
          <Button onClick={onClose}>Cancel</Button>
        )}
        <DecidingButton
          look="primary"
          about={offer.fingerprint}
          off={state.type === 'running' || message.text.trim() === ''}
          onClick={() => void commit()}
        >
          {commitVerb(offer)}
        </DecidingButton>
      </div>
    </>
  );
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <div className="mt-4">
      <ProblemLine>{children}</ProblemLine>
    </div>
  );
}

function commitVerb({ files, more }: Offered): string {
  const count = files.length + more;
  return count === 1 ? 'Commit 1 file' : `Commit ${count.toLocaleString('en')} files`;
}

function NothingToCommit({ branch, onClose }: { branch: string | null; onClose(): void }) {
  return (
    <>
      <p className="text-secondary wrap-anywhere">
        Everything in this worktree is committed
        {branch === null ? '' : ` to ${visibleText(branch, 'line')}`}.
      </p>
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}

type CommittedProps = { end: Extract<CommitEnd, { type: 'committed' }>; offer: Offered; onClose(): void };

function Committed({ end: { commit, subject, said }, offer: { branch }, onClose }: CommittedProps) {
  return (
    <>
      <p role="status" className="wrap-anywhere">
        Committed <code className="text-secondary">{commit.slice(0, 7)}</code>{' '}
        <VisibleText text={subject} layout="line" />
        {branch === null ? null : (
          <span className="text-secondary">
            {' '}
            to <VisibleText text={branch} layout="line" />
          </span>
        )}
      </p>
      <GitSaid said={said} />
      <div className="mt-5 flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </>
  );
}

const marks: Record<CommitFile['change'], { letter: string; name: string; colour: string }> = {
  created: { letter: 'A', name: 'added', colour: 'text-added-ink' },
  changed: { letter: 'M', name: 'changed', colour: 'text-caution' },
  deleted: { letter: 'D', name: 'deleted', colour: 'text-removed-ink' },
};

function CommitFiles({ offer: { branch, files, more, leftOut, changedHooks } }: { offer: Offered }) {
  return (
    <>
      <p className="text-second text-secondary wrap-anywhere">
        {branch === null ? (
          'On no branch: the commit that is checked out has none.'
        ) : (
          <>
            To <VisibleText text={branch} layout="line" />
          </>
        )}
      </p>
      <ul
        aria-label="Files of this commit"
        tabIndex={0}
        className="mt-2 max-h-48 overflow-y-auto rounded-control border border-hairline px-3 py-1.5"
      >
        {files.map(({ path, change }) => (
          <li key={path} className="flex gap-2.5 py-0.5 text-second">
            <span aria-hidden className={`w-3 shrink-0 font-mono font-medium ${marks[change].colour}`}>
              {marks[change].letter}
            </span>
            <span className="min-w-0 wrap-anywhere">
              <VisibleText text={path} layout="line" />
              <span className="sr-only">{`, ${marks[change].name}`}</span>
            </span>
          </li>
        ))}
        {more > 0 && <li className="py-0.5 text-second text-secondary">{`and ${more} more`}</li>}
      </ul>
      {leftOut > 0 && (
        <p className="mt-2 text-small text-secondary">
          {leftOut === 1
            ? '1 copied file that your folder ignores is left out.'
            : `${leftOut} copied files that your folder ignores are left out.`}
        </p>
      )}
      {changedHooks.length > 0 && (
        <p className="mt-2 text-small text-caution wrap-anywhere">
          {`Changed in this chat, and run by git with your rights: ${visibleText(changedHooks.join(', '), 'line')}`}
        </p>
      )}
    </>
  );
}

type Proposal = { type: 'asked' } | { type: 'none' } | { type: 'made'; text: string };

type Message = { text: string; proposal: Proposal; onType(text: string): void; onPropose(): void };

/** The message of a commit: the agent's proposal until the person types, whose text always stays. */
function useMessage(workspaceId: WorkspaceId, wanted: boolean): Message {
  const { companion, view } = useParley();
  const { proposeCommitMessage } = companion.client.workspace;
  const draft = useView(({ commitDrafts }) => commitDrafts.get(workspaceId));
  const [proposal, setProposal] = useState<Proposal>({ type: 'asked' });
  const isAsked = useRef(false);
  useEffect(() => {
    if (!wanted || isAsked.current) return;
    isAsked.current = true;
    proposeCommitMessage({ workspaceId }).then(
      ({ message }) => setProposal(message === null ? { type: 'none' } : { type: 'made', text: message }),
      () => setProposal({ type: 'none' }),
    );
  }, [proposeCommitMessage, workspaceId, wanted]);
  return {
    text: draft ?? (proposal.type === 'made' ? proposal.text : ''),
    proposal,
    onType: (text) => keepDraft(view, workspaceId, text),
    onPropose: () => keepDraft(view, workspaceId, null),
  };
}

/** Keeps what the person has written; null makes room for the proposal again. */
function keepDraft(view: ViewStore, id: WorkspaceId, text: string | null): void {
  view.setState(({ commitDrafts }) => {
    const kept = new Map(commitDrafts);
    if (text === null) kept.delete(id);
    else kept.set(id, text);
    return { commitDrafts: kept };
  });
}

/** The dialog was there before it. */
function focusField(field: HTMLElement | null): void {
  field?.focus();
}

type MessageFieldProps = Message & { workspaceId: WorkspaceId; off: boolean };

function MessageField({ text, proposal, onType, onPropose, workspaceId, off }: MessageFieldProps) {
  const agent = visibleText(useAgentName(workspaceId), 'line');
  const isOther = proposal.type === 'made' && text !== proposal.text;
  return (
    <div className="mt-4">
      <Field label="Message">
        {(id) => (
          <GrowingTextField
            id={id}
            ref={focusField}
            rows={3}
            className="max-h-60 overflow-y-auto"
            placeholder={
              proposal.type === 'asked' ? `${agent} is writing a message…` : 'What changed, and why'
            }
            disabled={off}
            value={text}
            onChange={({ target }) => onType(target.value)}
          />
        )}
      </Field>
      <div role="status" className="mt-1 flex min-h-8 items-center gap-2 text-small text-secondary">
        {proposal.type === 'made' && !isOther && <span>{`Written by ${agent}. Change what you like.`}</span>}
        {proposal.type === 'asked' && text !== '' && <span>{`${agent} is writing a message…`}</span>}
        {isOther && (
          <Button look="quiet" className="-ms-2.5" disabled={off} onClick={onPropose}>
            {`Use the message of ${agent}`}
          </Button>
        )}
      </div>
    </div>
  );
}
