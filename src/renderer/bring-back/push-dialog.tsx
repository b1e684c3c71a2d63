import { Upload } from 'lucide-react';
import { useState } from 'react';
import { quotedLine } from '../../shared/commands/shell-quote.ts';
import type { PushEnd, PushOffer, PushTarget } from '../../shared/contract/push-contract.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { CommandText } from '../ui/command-text.tsx';
import { DecidingButton } from '../ui/decision/deciding-controls.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { Select } from '../ui/select.tsx';
import { Field } from '../ui/text-input.tsx';
import { VisibleText } from '../ui/visible-text.tsx';
import { useGitRun } from './git-calls.ts';
import { GitOutput, GitSaid } from './git-said.tsx';
import { OfferDialog } from './offer-dialog.tsx';
import { PullRequest } from './pull-request.tsx';
import { pushEndText } from './push-end-text.ts';

type Offered = Extract<PushOffer, { offered: true }>;

/** Asks before the branch of the chat's worktree is pushed, with all that goes where; then for a pull request. */
export function PushDialog({ workspace: { id: workspaceId } }: { workspace: Workspace }) {
  const { companion } = useParley();
  const { readPushOffer } = companion.client.workspace;
  return (
    <OfferDialog<Offered>
      {...{ workspaceId }}
      name="push"
      title="Push and open a pull request"
      read={() => readPushOffer({ workspaceId })}
    >
      {(offer, { readAgain, close }) => (
        <Push {...{ workspaceId, offer }} onChanged={readAgain} onClose={close} />
      )}
    </OfferDialog>
  );
}

type PushProps = { workspaceId: WorkspaceId; offer: Offered; onChanged(): void; onClose(): void };

function Push({ workspaceId, offer, onChanged, onClose }: PushProps) {
  const { companion } = useParley();
  const [chosen, setChosen] = useState<string | null>(null);
  const [skipped, setSkipped] = useState(false);
  const { state, output, run, stop } = useGitRun<PushEnd>(workspaceId);
  const [first] = offer.targets;
  const target = offer.targets.find(({ remote }) => remote === chosen) ?? first;
  if (target === undefined) return null;
  const { remote, fingerprint, ahead } = target;
  const isRunning = state.type === 'running';
  const end = state.type === 'ended' ? state.end : null;
  async function push(): Promise<void> {
    const done = await run((key) =>
      companion.client.workspace.push({ workspaceId, key, remote, fingerprint }),
    );
    if (done?.type === 'changed') onChanged();
  }
  if (end?.type === 'pushed' || skipped)
    return <PullRequest {...{ workspaceId, branch: offer.branch, target, onClose }} pushed={end} />;
  return (
    <>
      <WhatIsPushed {...{ offer, target }} off={isRunning} onChoose={setChosen} />
      <GitOutput output={output} />
      <div className="mt-4 empty:hidden">
        {state.type === 'failed' && <ProblemLine>{state.problem}</ProblemLine>}
        {end !== null && <ProblemLine>{pushEndText(end)}</ProblemLine>}
      </div>
      {end !== null && 'said' in end && <GitSaid said={end.said} open />}
      <div className="mt-5 flex flex-wrap items-center justify-end gap-2">
        {isRunning && (
          <span role="status" className="me-auto text-second text-secondary">
            Pushing…
          </span>
        )}
        {isRunning ? <Button onClick={stop}>Stop</Button> : <Button onClick={onClose}>Cancel</Button>}
        {ahead === 0 && !isRunning && (
          <Button onClick={() => setSkipped(true)}>Go on to the pull request</Button>
        )}
        <DecidingButton look="solid" about={fingerprint} off={isRunning} onClick={() => void push()}>
          Push
        </DecidingButton>
      </div>
    </>
  );
}

type WhatIsPushedProps = {
  offer: Offered;
  target: PushTarget;
  off: boolean;
  onChoose(remote: string): void;
};

function WhatIsPushed({ offer, target, off, onChoose }: WhatIsPushedProps) {
  const { view } = useParley();
  const { targets, uncommitted } = offer;
  const { remote, addresses, command, follows } = target;
  return (
    <div className="flex flex-col gap-3">
      {uncommitted > 0 && (
        <p className="flex flex-wrap items-center gap-2 text-second">
          {uncommitted === 1
            ? '1 file is not committed and stays behind.'
            : `${uncommitted.toLocaleString('en')} files are not committed and stay behind.`}
          <Button disabled={off} onClick={() => view.setState({ dialog: 'commit' })}>
            Commit…
          </Button>
        </p>
      )}
      <p className="inline-flex min-h-6 items-center gap-1.5 self-start rounded-small bg-caution-wash px-2.25 py-0.5 text-small font-medium text-caution [&_svg]:size-3.5">
        <Upload aria-hidden />
        {sendsText(target)}
      </p>
      {targets.length > 1 && (
        <Field label="Remote">
          {(id) => (
            <Select
              id={id}
              className="max-w-60"
              disabled={off}
              value={remote}
              onChange={({ target: { value } }) => onChoose(value)}
            >
              {targets.map(({ remote: name }) => (
                <option key={name} value={name}>
                  {visibleText(name, 'line')}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <CommandText text={quotedLine(command)} name="the command" />
      <p className="text-second text-secondary wrap-anywhere">
        To <VisibleText text={addresses.join(', ')} layout="line" />
        {follows && '. The branch then follows it.'}
      </p>
    </div>
  );
}

function sendsText({ ahead }: PushTarget): string {
  if (ahead === null) return 'Sends this branch off this machine';
  if (ahead === 0) return 'Nothing new, as far as is known here';
  return ahead === 1
    ? 'Sends 1 commit off this machine'
    : `Sends ${ahead.toLocaleString('en')} commits off this machine`;
}
