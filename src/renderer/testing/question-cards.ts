import type { ToolCallId } from '../../shared/ids.ts';
import type { Draft } from '../../shared/questions/draft.ts';
import type { Question } from '../../shared/questions/question.ts';
import type { AskPart } from '../cards/question/state/card-state.ts';
import {
  type CardEffects,
  createQuestionCardStore,
  type Result,
} from '../cards/question/state/question-card-store.ts';

type Sent = { answers: unknown } | { declined: string | undefined };
type Ending = Result | 'broken';

/** A card's store with what it has saved and sent; sending ends as `settle` says. */
export function cardWith(questions: Question[], draft: Draft = []) {
  const time = manualClock();
  const sent: Sent[] = [];
  const saved: Draft[] = [];
  const touched: ToolCallId[] = [];
  let end: ((ending: Ending) => void) | undefined;
  const call = (what: Sent) => {
    sent.push(what);
    return new Promise<Result>((resolve, reject) => {
      end = (ending) => (ending === 'broken' ? reject(new Error('broken')) : resolve(ending));
    });
  };
  const effects: CardEffects = {
    saveDraft: (_, changed) => saved.push(changed),
    touch: (toolCallId) => touched.push(toolCallId),
    submit: (_, answers) => call({ answers }),
    decline: (_, declined) => call({ declined }),
  };
  const store = createQuestionCardStore(effects, time);
  const settle = (ending: Ending) =>
    new Promise<void>((resolve) => {
      store.cards.subscribe(() => resolve());
      end?.(ending);
    });
  return { store, part: askPart(questions, draft), sent, saved, touched, settle, time };
}

/** A clock moved by hand. */
export function manualClock() {
  let now = 0;
  let waiting: { at: number; run: () => void }[] = [];
  const hiding: (() => void)[] = [];
  return {
    after(milliseconds: number, run: () => void) {
      const timer = { at: now + milliseconds, run };
      waiting.push(timer);
      return () => {
        waiting = waiting.filter((other) => other !== timer);
      };
    },
    whenPageHides: (run: () => void) => void hiding.push(run),
    hidePage: () => hiding.forEach((run) => run()),
    pass(milliseconds: number) {
      now += milliseconds;
      const due = waiting.filter(({ at }) => at <= now);
      waiting = waiting.filter(({ at }) => at > now);
      for (const { run } of due) run();
    },
  };
}

export function choice(id: string, labels: string[]): Question {
  const options = labels.map((label) => ({ label }));
  return { id, prompt: `Which ${id}?`, kind: 'choice', options, multiple: false };
}

export function entry(questionId: string, filled: Partial<Draft[number]>): Draft[number] {
  return { questionId, picks: [], otherChosen: false, other: '', note: '', ...filled };
}

function callId(value: string): ToolCallId {
  if (!isCallId(value)) throw new Error('a call has a name');
  return value;
}

function isCallId(value: string): value is ToolCallId {
  return value !== '';
}

function askPart(questions: Question[], draft: Draft): AskPart {
  return {
    type: 'tool',
    kind: 'question',
    toolCallId: callId('call-1'),
    toolName: 'ask_user_question',
    input: {},
    ask: {
      asker: 'Parley',
      questions,
      draft,
      openedAt: 0,
      timeout: { deadline: null, stopped: false },
      settlement: null,
    },
    result: null,
  };
}
