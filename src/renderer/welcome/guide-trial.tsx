import { useEffect, useState } from 'react';
import { checkAnswers } from '../../shared/questions/answers.ts';
import type { Answer, Outcome, Question, Settlement } from '../../shared/questions/questions.ts';
import type { ToolCallId } from '../../shared/ids.ts';
import { CardAgentContext } from '../cards/card-agent.ts';
import { QuestionCard } from '../cards/question/question-card.tsx';
import type { AskPart } from '../cards/question/question-card-kind.ts';
import { type CardStore, createCardStore } from '../cards/store/card-store.ts';
import { pageTiming } from '../page-timing.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';

/** What the guide asks, and the id of the call that does so. */
type Sample = { toolCallId: ToolCallId; questions: readonly Question[] };

/** A question of the guide to be tried. Nothing of it leaves the page. */
export function GuideTrial() {
  const sample = useSample();
  const [round, setRound] = useState(0);
  if (sample === null) return null;
  return <Round key={round} sample={sample} onAgain={() => setRound(round + 1)} />;
}

function useSample(): Sample | null {
  const { companion } = useParley();
  const [sample, setSample] = useState<Sample | null>(null);
  useEffect(() => {
    let active = true;
    companion.client.agents.sampleAsk().then(
      (found) => {
        if (active) setSample(found);
      },
      () => undefined,
    );
    return () => {
      active = false;
    };
  }, [companion]);
  return sample;
}

/** Nothing is typed below this card. */
const outsideChats = { id: 'guide', wait: undefined, reply: 'none' } as const;

type RoundProps = { sample: Sample; onAgain(): void };

function Round({ sample, onAgain }: RoundProps) {
  const [settlement, setSettlement] = useState<Settlement | null>(null);
  const [{ store, openedAt }] = useState(() => ({
    store: createTrialStore(sample.questions, setSettlement),
    openedAt: Date.now(),
  }));
  return (
    <>
      <CardAgentContext value={outsideChats}>
        <QuestionCard
          part={trialPart(sample, openedAt, settlement)}
          position={null}
          store={store}
          onNext={() => undefined}
          onTypeElsewhere={() => undefined}
          onDecided={() => false}
        />
      </CardAgentContext>
      {settlement !== null && (
        <p role="status" className="flex flex-wrap items-center gap-x-2 ps-1 text-second text-secondary">
          <span>That is how an agent asks here. Nothing was sent.</span>
          <Button look="quiet" onClick={onAgain}>
            Try again
          </Button>
        </p>
      )}
    </>
  );
}

function trialPart(
  { toolCallId, questions }: Sample,
  openedAt: number,
  settlement: Settlement | null,
): AskPart {
  const ask = {
    asker: 'Guide',
    questions: [...questions],
    draft: [],
    openedAt,
    timeout: { deadline: null, stopped: false },
    settlement,
  };
  const call = {
    type: 'tool',
    kind: 'question',
    toolName: 'ask_user_question',
    input: {},
    result: null,
  } as const;
  return { ...call, toolCallId, ask };
}

/** A store whose answers go no further than `onSettled`. */
function createTrialStore(
  questions: readonly Question[],
  onSettled: (settlement: Settlement) => void,
): CardStore {
  const done = (outcome: Outcome) => {
    onSettled({ outcome, where: 'card', at: Date.now() });
    return Promise.resolve({ ok: true as const });
  };
  const question = {
    save: () => undefined,
    touch: () => undefined,
    submit(_: ToolCallId, answers: Answer[]) {
      const checked = checkAnswers(questions, answers);
      return checked.ok
        ? done(checked.outcome)
        : Promise.resolve({ ok: false as const, message: checked.problem });
    },
    decline: (_: ToolCallId, reason: string | undefined) =>
      done({ type: 'declined', ...(reason !== undefined && { reason }) }),
  };
  return createCardStore({ question }, pageTiming);
}
