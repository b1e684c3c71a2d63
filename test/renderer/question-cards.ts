import type { ToolCallId } from '../../src/shared/ids.ts';
import type { Draft, Question } from '../../src/shared/questions/questions.ts';
import { type AskPart, questionCardKind } from '../../src/renderer/cards/question/question-card-kind.ts';
import type { CallResult } from '../../src/renderer/cards/store/card-kind.ts';
import { cardStoreWith } from './card-store.ts';

type Sent = { answers: unknown } | { declined: string | undefined };
type Ending = CallResult | 'broken';

/** A card with what it has saved and sent; sending ends as `settle` says. */
export function cardWith(
  questions: Question[],
  draft: Draft = [],
  change: (part: AskPart) => AskPart = asItIs,
) {
  const time = manualClock();
  const sent: Sent[] = [];
  const saved: Draft[] = [];
  const touched: ToolCallId[] = [];
  let end: ((ending: Ending) => void) | undefined;
  const call = (what: Sent) => {
    sent.push(what);
    return new Promise<CallResult>((resolve, reject) => {
      end = (ending) => (ending === 'broken' ? reject(new Error('broken')) : resolve(ending));
    });
  };
  const store = cardStoreWith(
    {
      question: {
        save: (_, changed) => saved.push(changed),
        touch: (toolCallId) => touched.push(toolCallId),
        submit: (_, answers) => call({ answers }),
        decline: (_, declined) => call({ declined }),
      },
    },
    time,
  );
  const part = change(askPart(questions, draft));
  const { read, intents } = store.card(questionCardKind, part);
  const settle = (ending: Ending) =>
    new Promise<void>((resolve) => {
      store.cards.subscribe(() => resolve());
      end?.(ending);
    });
  return { read, intents, part, sent, saved, touched, settle, time };
}

const asItIs = (part: AskPart): AskPart => part;

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
    whenLeft: (run: () => void) => void hiding.push(run),
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

export function askPart(questions: Question[], draft: Draft = []): AskPart {
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
