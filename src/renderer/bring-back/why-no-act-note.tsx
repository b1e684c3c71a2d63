import { useState } from 'react';
import type { WhyNoAct } from '../../shared/contract/commit-contract.ts';
import type { WhyNoPushOffer } from '../../shared/contract/push-contract.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { DecidingButton } from '../ui/decision/deciding-controls.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';

type WhyNoActNoteProps = {
  workspaceId: WorkspaceId;
  because: WhyNoAct | WhyNoPushOffer;
  /** Called once what was in the way may be over. */
  onSettled(): void;
  onClose(): void;
};

/** Says why git can't act in the chat's worktree now, with the one way on. */
export function WhyNoActNote({ workspaceId, because, onSettled, onClose }: WhyNoActNoteProps) {
  const { companion } = useParley();
  const [problem, setProblem] = useState<string | null>(null);
  const attempt = (call: Promise<unknown>) => {
    setProblem(null);
    call.then(onSettled, (error: unknown) => {
      setProblem(failureText(error));
      onSettled();
    });
  };
  const fingerprint = because.why === 'untrusted' ? because.fingerprint : null;
  const { stopGit, trustRepository } = companion.client.workspace;
  return (
    <>
      <p className="text-secondary wrap-anywhere">{whyText(because)}</p>
      {because.why === 'untrusted' && <WhatRuns because={because} />}
      {problem !== null && (
        <div className="mt-4">
          <ProblemLine>{problem}</ProblemLine>
        </div>
      )}
      <div className="mt-5 flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        {because.why === 'busy' && <Button onClick={() => attempt(stopGit({ workspaceId }))}>Stop it</Button>}
        {fingerprint !== null && (
          <DecidingButton
            look="primary"
            about={fingerprint}
            onClick={() => attempt(trustRepository({ workspaceId, fingerprint }))}
          >
            Trust this repository
          </DecidingButton>
        )}
      </div>
    </>
  );
}

function whyText(because: WhyNoAct | WhyNoPushOffer): string {
  switch (because.why) {
    case 'gone':
      return 'The worktree is not there, or belongs to no repository any more. Send a message to see what can be done.';
    case 'busy':
      return 'Git is still at work in this worktree: what was begun here, perhaps in another window, goes on.';
    case 'untrusted':
      return because.fingerprint === null
        ? 'Git runs programs that a repository names, so it does that only in a folder that you trust. Decide about this folder in the card over the message, or in Settings › Permissions.'
        : 'Git runs programs that a repository names, with your rights. It does that only in a repository that you trust.';
    case 'no-branch':
      return 'No branch is checked out in this worktree, and a push is of a branch. Make one there with git switch -c and a name, then come back.';
    case 'no-remote':
      return 'This repository has no remote to push to. Add one with git remote add origin and its address, then come back.';
    case 'unfinished':
      return `A ${because.operation} is not finished in this worktree. Finish it, or end it with git ${because.operation} --abort, then come back.`;
  }
}

function WhatRuns({ because }: { because: Extract<WhyNoAct, { why: 'untrusted' }> }) {
  const { hooks, settings } = because;
  if (hooks.length + settings.length === 0)
    return <p className="mt-3 text-second">Nothing would run in this one now.</p>;
  return (
    <ul aria-label="What would run" className="mt-3 flex flex-col gap-1 text-second">
      {hooks.map((hook) => (
        <li key={hook}>
          Hook <code>{visibleText(hook, 'line')}</code>
        </li>
      ))}
      {settings.map(({ key, value }) => (
        <li key={`${key} ${value}`} className="wrap-anywhere">
          Setting <code>{visibleText(`${key} = ${value}`, 'line')}</code>
        </li>
      ))}
    </ul>
  );
}
