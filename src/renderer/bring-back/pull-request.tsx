import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import type {
  PullRequestEnd,
  PullRequestOffer,
  PushEnd,
  PushTarget,
} from '../../shared/contract/push-contract.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { DecidingButton } from '../ui/decision/deciding-controls.tsx';
import { LoadFailure, ProblemLine } from '../ui/problem-line.tsx';
import { Field, GrowingTextField, TextInput } from '../ui/text-input.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { useGitRun, useRead } from './git-calls.ts';
import { GitOutput, GitSaid } from './git-said.tsx';

type PullRequestProps = {
  workspaceId: WorkspaceId;
  branch: string;
  target: PushTarget;
  /** The push before it; null where none was needed. */
  pushed: PushEnd | null;
  onClose(): void;
};

/** Opens a pull request of the branch that was pushed, by `gh` or on a page of its host. */
export function PullRequest({ workspaceId, branch, target, pushed, onClose }: PullRequestProps) {
  const { companion } = useParley();
  const { readPullRequestOffer } = companion.client.workspace;
  const { remote, addresses } = target;
  const [offer, readAgain] = useRead(() => readPullRequestOffer({ workspaceId, remote }));
  return (
    <>
      {pushed?.type === 'pushed' && (
        <>
          <p role="status" className="wrap-anywhere">
            {pushed.new ? 'Pushed ' : 'The remote had all of it already: '}
            <VisibleText text={branch} layout="line" />
            <span className="text-secondary">
              {pushed.new ? ' to ' : ' at '}
              <VisibleText text={addresses.join(', ')} layout="line" />
            </span>
          </p>
          <GitSaid said={pushed.said} />
        </>
      )}
      {offer.type === 'reading' && (
        <p className="mt-3 text-second text-secondary">Looking how a pull request can be opened…</p>
      )}
      {offer.type === 'failed' && (
        <LoadFailure action="Try again" onAction={readAgain}>
          {offer.problem}
        </LoadFailure>
      )}
      {offer.type === 'read' && offer.value.way === 'gh' && (
        <ByGh {...{ workspaceId, remote, onClose }} offer={offer.value} />
      )}
      {offer.type === 'read' && offer.value.way !== 'gh' && <OnPage offer={offer.value} onClose={onClose} />}
    </>
  );
}

type OnPageProps = { offer: Exclude<PullRequestOffer, { way: 'gh' }>; onClose(): void };

function OnPage({ offer, onClose }: OnPageProps) {
  return (
    <>
      <p className="mt-3 text-second text-secondary wrap-anywhere">{wayText(offer)}</p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        {offer.way === 'page' && <PageLink url={offer.url} text="Open the pull request page" />}
      </div>
    </>
  );
}

function wayText(offer: OnPageProps['offer']): string {
  if (offer.way === 'page')
    return `On ${visibleText(offer.host, 'line')} you write the pull request yourself, in your browser.`;
  return offer.host === null
    ? 'This remote is no host with pages, so there is no pull request to open.'
    : `Where ${visibleText(offer.host, 'line')} opens pull requests is not known here. Open one on its own pages.`;
}

function PageLink({ url, text }: { url: string; text: string }) {
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      className="hit inline-flex items-center gap-1.5 rounded-control border border-transparent bg-solid px-3.5 py-1 text-second font-medium text-on-solid no-underline hover:opacity-90 [&_svg]:size-3.75"
    >
      {text}
      <ExternalLink aria-hidden />
    </a>
  );
}

type ByGhProps = {
  workspaceId: WorkspaceId;
  remote: string;
  offer: Extract<PullRequestOffer, { way: 'gh' }>;
  onClose(): void;
};

function ByGh({ workspaceId, remote, offer, onClose }: ByGhProps) {
  const { openPullRequest } = useParley().companion.client.workspace;
  const [title, setTitle] = useState(offer.title);
  const [text, setText] = useState(offer.text);
  const { state, output, run, stop } = useGitRun<PullRequestEnd>(workspaceId);
  const isRunning = state.type === 'running';
  const end = state.type === 'ended' ? state.end : null;
  if (end?.type === 'opened' || end?.type === 'there') return <Opened {...{ end, onClose }} />;
  const { repository, head, base } = offer;
  const into = [repository, ...(base === null ? [] : [base])].join(', ');
  return (
    <div className="mt-4 flex flex-col gap-3">
      <Field label="Title">
        {(id) => (
          <TextInput
            id={id}
            disabled={isRunning}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        )}
      </Field>
      <Field label="Text">
        {(id) => (
          <GrowingTextField
            id={id}
            rows={4}
            className="max-h-60 overflow-y-auto"
            disabled={isRunning}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        )}
      </Field>
      <p className="text-small text-secondary wrap-anywhere">
        {`gh pr create, as you are signed in there. Into ${visibleText(into, 'line')}.`}
      </p>
      <GitOutput output={output} />
      {state.type === 'failed' && <ProblemLine>{state.problem}</ProblemLine>}
      {end !== null && <ProblemLine>{endText(end)}</ProblemLine>}
      {end !== null && 'said' in end && <GitSaid said={end.said} open />}
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        {isRunning ? <Button onClick={stop}>Stop</Button> : <Button onClick={onClose}>Close</Button>}
        <DecidingButton
          look="solid"
          off={isRunning || title.trim() === ''}
          onClick={() =>
            void run((key) =>
              openPullRequest({ workspaceId, remote, key, repository, head, base, title, text }),
            )
          }
        >
          {isRunning ? 'Opening…' : 'Open pull request'}
        </DecidingButton>
      </div>
    </div>
  );
}

function endText(end: Exclude<PullRequestEnd, { type: 'opened' | 'there' }>): string {
  switch (end.type) {
    case 'failed':
      return 'No pull request was opened. Fix what gh says below, then try again.';
    case 'changed':
      return 'The branch, the remote or gh has changed since this was shown. Nothing was opened; close this and look again.';
    case 'busy':
      return 'Git is at work in this worktree already, perhaps from another window. Nothing was opened now.';
    case 'stopped':
      return 'Stopped. If it was opened by then, opening it again says so.';
  }
}

type OpenedProps = { end: Extract<PullRequestEnd, { type: 'opened' | 'there' }>; onClose(): void };

function Opened({ end: { type, url }, onClose }: OpenedProps) {
  return (
    <>
      <p role="status" className="mt-4 wrap-anywhere">
        {type === 'opened' ? 'The pull request is open: ' : 'There is one for this branch already: '}
        <VisibleText text={url} layout="line" />
      </p>
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        <PageLink url={url} text="Show it" />
      </div>
    </>
  );
}
