import { ArrowUpRight, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Remedy } from '../../../shared/workspace/turn-state.ts';
import { openOutside } from '../../host.ts';
import { useOpenWorkspace, useParley } from '../../parley-context.tsx';
import { openPage } from '../../state/view-store.ts';
import { Button, type ButtonLook } from '../../ui/button.tsx';
import { ProblemFoot } from './problem-card.tsx';

/** What the buttons of a problem's card do that is of the card. */
export type ProblemActions = {
  resume(): void;
  compact(): void;
  beginAtFolder(): void;
  changeKey(): void;
  /** True once the field for a key was left without one. */
  isKeyLeft: boolean;
};

/** Returns what the button of a remedy says. */
function remedyLabel(remedy: Exclude<Remedy, { type: 'switch-model' }>): string {
  switch (remedy.type) {
    case 'resume':
      return verbLabels[remedy.verb];
    case 'change-key':
      return remedy.isNew ? 'Add key…' : 'Change key…';
    case 'compact':
      return 'Compact and continue';
    case 'begin-at-folder':
      return 'Begin there';
    case 'open-settings':
      return remedy.part === 'models' ? 'Open Models' : 'Open Agents';
    case 'open-page':
      return 'Open in browser';
  }
}

const verbLabels: Record<Extract<Remedy, { type: 'resume' }>['verb'], string> = {
  resume: 'Resume',
  retry: 'Retry',
  'ask-again': 'Ask again',
  'start-again': 'Start it again',
  'signed-in': 'Signed in, try again',
};

type RemediesProps = { remedies: readonly Remedy[]; actions: ProblemActions; children: ReactNode };

/** The best remedy stands at the right, last, beside one that has the agent go on; the children with the others. */
export function Remedies({ remedies: [best, ...rest], actions, children }: RemediesProps) {
  const goOn = rest.filter(({ type }) => type === 'resume');
  const others = rest.filter(({ type }) => type !== 'resume');
  const main = [...goOn, ...(best === undefined ? [] : [best])];
  return (
    <ProblemFoot
      quiet={
        <>
          {others.map((remedy) => (
            <RemedyButton key={remedy.type} {...{ remedy, actions }} look="quiet" />
          ))}
          {children}
        </>
      }
    >
      {main.map((remedy) => (
        <RemedyButton key={remedy.type} {...{ remedy, actions }} look="secondary" />
      ))}
    </ProblemFoot>
  );
}

type RemedyButtonProps = { remedy: Remedy; look: ButtonLook; actions: ProblemActions };

function RemedyButton({ remedy, look, actions }: RemedyButtonProps) {
  const { view } = useParley();
  switch (remedy.type) {
    case 'switch-model':
      return <SwitchModel look={look} />;
    case 'resume':
      return (
        <Button look={look} onClick={actions.resume}>
          {remedyLabel(remedy)}
        </Button>
      );
    case 'begin-at-folder':
      return (
        <Button look={look} onClick={actions.beginAtFolder}>
          {remedyLabel(remedy)}
        </Button>
      );
    case 'compact':
      return (
        <Button look="primary" onClick={actions.compact}>
          {remedyLabel(remedy)}
        </Button>
      );
    case 'change-key':
      return (
        <Button look={look} autoFocus={actions.isKeyLeft} onClick={actions.changeKey}>
          {remedyLabel(remedy)}
        </Button>
      );
    case 'open-page':
      return (
        <Button look={look} title={remedy.address} onClick={() => openOutside(remedy.address)}>
          {remedyLabel(remedy)}
          <ArrowUpRight aria-hidden />
        </Button>
      );
    case 'open-settings':
      return (
        <Button look={look} onClick={() => openPage(view, { name: 'settings', part: remedy.part })}>
          {remedyLabel(remedy)}
        </Button>
      );
  }
}

/** Opens the list of who can work in the chat, over the composer. */
export function SwitchModel({ look = 'quiet' }: { look?: ButtonLook }) {
  const { view } = useParley();
  const isModel = useOpenWorkspace()?.agent.inLoop ?? true;
  return (
    <Button look={look} aria-haspopup="dialog" onClick={() => view.setState({ choosingAgent: true })}>
      {isModel ? 'Switch model' : 'Switch agent'}
      <ChevronDown aria-hidden className="text-tertiary" />
    </Button>
  );
}
