import { Check, ShieldCheck, ShieldOff } from 'lucide-react';
import { unconfinedText } from '../../../shared/permissions/confinement-text.ts';
import type { ConfinementState } from '../../../shared/permissions/tried-command.ts';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { useConfinement } from './use-confinement.ts';

const kept = ['Folder only', 'No network', 'Nothing of your session'];

/** Whether this machine can confine commands, what is missing, and a way to look again. */
export function ConfinementRow() {
  const { state, problem, lookAgain } = useConfinement();
  const works = state?.type === 'works';
  const Icon = works ? ShieldCheck : ShieldOff;
  return (
    <li className="px-4">
      <div className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-2 py-2.5">
        <span
          aria-hidden
          className={`grid size-8 place-items-center rounded-control [&_svg]:size-4.5 ${works ? 'bg-yes-wash text-yes' : 'bg-well text-secondary'}`}
        >
          <Icon />
        </span>
        <div className="min-w-0 flex-1 basis-40">
          <p role="status" className="font-medium">
            {titleOf(state)}
          </p>
          {works && <Kept />}
          {aboutOf(state) !== null && (
            <p className="text-second text-secondary wrap-anywhere">{aboutOf(state)}</p>
          )}
        </div>
        <InstallCommand state={state} />
        <Button onClick={lookAgain}>Check again</Button>
        {problem !== null && (
          <div className="basis-full">
            <ProblemLine>{problem}</ProblemLine>
          </div>
        )}
      </div>
    </li>
  );
}

function Kept() {
  return (
    <ul aria-label="What holds for a confined command" className="mt-1 flex flex-wrap gap-1.5">
      {kept.map((text) => (
        <li
          key={text}
          className="inline-flex h-5 items-center gap-1 rounded-small bg-yes-wash px-1.75 text-small font-medium text-yes"
        >
          <Check aria-hidden className="size-3.25" />
          {text}
        </li>
      ))}
    </ul>
  );
}

function InstallCommand({ state }: { state: ConfinementState | null }) {
  const install =
    state?.type === 'unconfined' && state.reason.type === 'missing' ? state.reason.install : null;
  return install === null ? null : <CopyButton label="Copy the command" text={() => install} />;
}

function titleOf(state: ConfinementState | null): string {
  switch (state?.type) {
    case undefined:
      return 'Looking…';
    case 'works':
      return 'Works here';
    case 'off':
      return 'Switched off';
    case 'unconfined':
      return 'Commands run with your rights';
  }
}

function aboutOf(state: ConfinementState | null): string | null {
  switch (state?.type) {
    case undefined:
    case 'works':
      return null;
    case 'off':
      return 'PARLEY_CONFINEMENT=off is set where Parley was started.';
    case 'unconfined':
      return unconfinedText(state.reason);
  }
}
