import {
  AppWindow,
  Bot,
  CircleAlert,
  CirclePause,
  CreditCard,
  FolderX,
  Gauge,
  HardDrive,
  Hourglass,
  ImageOff,
  KeyRound,
  MessageCircleDashed,
  MessageCircleOff,
  Scissors,
  ServerCrash,
  SquareDashed,
  Unplug,
} from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Problem, ProblemTopic, TurnState } from '../../../shared/workspace/turn-state.ts';
import { useParley } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { SignInWays } from '../sign-in/sign-in-ways.tsx';
import { ChangeKey } from './change-key.tsx';
import { ProblemCard, ProblemFoot, ProblemTile, type ProblemTone } from './problem-card.tsx';
import { type ProblemActions, Remedies } from './remedy-buttons.tsx';
import { RetryCard } from './retry-card.tsx';

/** A turn that does not go on, or only after a pause. */
export type HaltedTurn = Exclude<TurnState, { status: 'idle' }>;

/** Says why the agent is not going on, with what helps. */
export function TurnProblem({ workspaceId, turn }: { workspaceId: WorkspaceId; turn: HaltedTurn }) {
  const { resume, requestCaret } = useParley();
  switch (turn.status) {
    case 'working':
      return turn.retry && <RetryCard key={turn.retry.at} workspaceId={workspaceId} retry={turn.retry} />;
    case 'failed':
      return <FailedTurn workspaceId={workspaceId} problem={turn.problem} />;
    case 'interrupted':
      return (
        <ProblemCard
          mark={<ProblemTile tone="plain" icon={<CirclePause />} />}
          title="Stopped"
          text="Everything up to here is kept. Resume, or write a message."
          foot={
            <ProblemFoot>
              <Button
                onClick={() => {
                  resume(workspaceId);
                  requestCaret();
                }}
              >
                Resume
              </Button>
            </ProblemFoot>
          }
        />
      );
  }
}

const topics: Record<ProblemTopic, { icon: ReactNode; tone: ProblemTone }> = {
  key: { icon: <KeyRound />, tone: 'danger' },
  account: { icon: <CreditCard />, tone: 'danger' },
  limit: { icon: <Hourglass />, tone: 'caution' },
  provider: { icon: <ServerCrash />, tone: 'caution' },
  connection: { icon: <Unplug />, tone: 'caution' },
  'web-page': { icon: <AppWindow />, tone: 'caution' },
  model: { icon: <SquareDashed />, tone: 'danger' },
  'too-long': { icon: <Gauge />, tone: 'caution' },
  'no-answer': { icon: <MessageCircleDashed />, tone: 'plain' },
  cut: { icon: <Scissors />, tone: 'plain' },
  refusal: { icon: <MessageCircleOff />, tone: 'plain' },
  image: { icon: <ImageOff />, tone: 'danger' },
  agent: { icon: <Bot />, tone: 'danger' },
  folder: { icon: <FolderX />, tone: 'danger' },
  storage: { icon: <HardDrive />, tone: 'danger' },
  parley: { icon: <CircleAlert />, tone: 'danger' },
};

type FailedTurnProps = { workspaceId: WorkspaceId; problem: Problem };

function FailedTurn({ workspaceId, problem }: FailedTurnProps) {
  const { resume, compactAndResume, beginAtFolder, requestCaret } = useParley();
  /** The focus goes back to the button of a field that was left. */
  const [changing, setChanging] = useState<'no' | 'now' | 'left'>('no');
  const said = useSaidText(problem);
  const { topic, what, kept, todo, remedies, signInWays = [] } = problem;
  const key = remedies.find((remedy) => remedy.type === 'change-key');
  const actions: ProblemActions = {
    resume() {
      resume(workspaceId);
      requestCaret();
    },
    compact() {
      compactAndResume(workspaceId);
      requestCaret();
    },
    beginAtFolder() {
      beginAtFolder(workspaceId);
      requestCaret();
    },
    changeKey: () => setChanging('now'),
    isKeyLeft: changing === 'left',
  };
  const card = {
    mark: <ProblemTile {...topics[topic]} />,
    title: <VisibleText text={what.replace(/\.$/, '')} layout="line" />,
  };
  if (changing === 'now' && key !== undefined)
    return (
      <ProblemCard
        {...card}
        text={key.isNew ? 'Enter one that works.' : 'Enter one that works. It replaces the other.'}
        more={
          <ChangeKey provider={key.provider} onSaved={actions.resume} onCancel={() => setChanging('left')} />
        }
      />
    );
  return (
    <ProblemCard
      {...card}
      text={<VisibleText text={`${kept} ${todo}`} layout="line" />}
      more={
        signInWays.length > 0 || said.isOpen ? (
          <>
            {signInWays.length > 0 && <SignInWays workspaceId={workspaceId} ways={signInWays} />}
            {said.text}
          </>
        ) : undefined
      }
      foot={
        (remedies.length > 0 || said.toggle !== null) && (
          <Remedies {...{ remedies, actions }}>{said.toggle}</Remedies>
        )
      }
    />
  );
}

/** What a program or a provider said, word for word, and the button that shows it. */
function useSaidText({ lines, details }: Problem): { isOpen: boolean; toggle: ReactNode; text: ReactNode } {
  const [open, setOpen] = useState(false);
  const id = useId();
  const text = lines?.join('\n') ?? details;
  if (text === undefined) return { isOpen: false, toggle: null, text: null };
  const name = lines === undefined ? 'Details' : 'Last lines';
  return {
    isOpen: open,
    toggle: (
      <Button
        look="quiet"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {name}
      </Button>
    ),
    text: open && (
      <pre
        id={id}
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={name}
        className="max-h-60 overflow-auto rounded-control bg-well px-3 py-2 font-mono text-code whitespace-pre-wrap wrap-anywhere"
      >
        <VisibleText text={text} layout="block" />
      </pre>
    ),
  };
}
