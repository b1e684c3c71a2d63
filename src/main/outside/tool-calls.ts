import {
  type OutsideAnswer,
  type OutsideReviewAnswer,
  reviewInput,
  type ReviewOutcome,
} from '../../shared/contract/outside-requests.ts';
import type { AskTool, OutsideTool } from '../../shared/contract/outside-tool-list.ts';
import type { DisplayedAsker } from '../../shared/askers/displayed-asker.ts';
import { invalidInput } from '../../shared/dialects/tool-input.ts';
import { sizeProblem } from '../../shared/questions/ask-size.ts';
import type { Question } from '../../shared/questions/questions.ts';
import type { OutsideAsks } from './outside-asks.ts';
import type { OutsideReviews } from './outside-reviews.ts';
import type { Delivery } from './presence.ts';

/** A result as its model reads it, with a remark if another call asked for it. `outcome` is for programs. */
export type OutsideResult = {
  ok: boolean;
  text: string;
  remark?: string | undefined;
  outcome?: Record<string, unknown>;
};

/** `folder` is where the asker works, if known. */
type CallOrigin = { asker: DisplayedAsker; folder: string | null };

/** A parsed call: its result where nobody has to be asked, else a function that asks. */
export type ReadCall =
  | { type: 'done'; result: OutsideResult }
  | {
      type: 'request';
      /** Waits for the person; undefined if the signal aborts first. Throws what the database throws. */
      request(origin: CallOrigin, signal: AbortSignal): Promise<Delivery<OutsideResult> | undefined>;
    };

export type ToolCallDeps = { outside: OutsideAsks; reviews: OutsideReviews };

/** Remarks on an answer that this call did not ask for itself. */
const remarks = {
  asked: undefined,
  attached: 'This question was asked before and its card still waited; this is the answer to it.',
  kept: 'This question was answered while nobody waited for it; this is the answer that was kept.',
};

/** Parses the arguments of a call as its model gave them. */
export function readToolCall(tool: OutsideTool, args: unknown, deps: ToolCallDeps): ReadCall {
  switch (tool.kind) {
    case 'ask':
      return readAsk(tool, args, deps.outside);
    case 'review':
      return readReview(args, deps.reviews);
  }
}

function readAsk(tool: AskTool, args: unknown, outside: OutsideAsks): ReadCall {
  const parsed = tool.dialect.parse(args);
  if (parsed.type === 'refused') return refusal(parsed.error);
  if (parsed.type === 'done') return { type: 'done', result: parsed.result };
  const { questions } = parsed;
  const problem = sizeProblem(questions);
  if (problem !== undefined) return refusal(problem);
  return {
    type: 'request',
    async request(origin, signal) {
      const asked = { ...origin, tool: tool.id, questions };
      if (parsed.type === 'supplied') {
        const { outcome } = parsed;
        outside.record(asked, outcome);
        const answer = askResult(tool, questions, { outcome, how: 'asked' });
        return { answer, complete: () => undefined, lose: () => undefined };
      }
      const delivery = await outside.request(asked, signal);
      return delivery && { ...delivery, answer: askResult(tool, questions, delivery.answer) };
    },
  };
}

function readReview(args: unknown, reviews: OutsideReviews): ReadCall {
  const parsed = reviewInput.safeParse(args);
  if (!parsed.success) return refusal(invalidInput('review_plan', parsed.error));
  return {
    type: 'request',
    async request(origin, signal) {
      const delivery = await reviews.request({ ...parsed.data, ...origin }, signal);
      return delivery && { ...delivery, answer: reviewResult(delivery.answer) };
    },
  };
}

function refusal(text: string): ReadCall {
  return { type: 'done', result: { ok: false, text } };
}

function askResult(
  { dialect }: AskTool,
  questions: readonly Question[],
  { outcome, how }: OutsideAnswer,
): OutsideResult {
  const { ok, text, details } = dialect.format(questions, outcome);
  const more = typeof details === 'object' ? details : {};
  return { ok, text, remark: remarks[how], outcome: { outcome, how, ...more } };
}

function reviewResult({ outcome, how }: OutsideReviewAnswer): OutsideResult {
  return { ok: true, text: reviewText(outcome), remark: remarks[how], outcome: { ...outcome, how } };
}

function reviewText(outcome: ReviewOutcome): string {
  switch (outcome.type) {
    case 'approved': {
      const note = outcome.note === undefined ? '' : `\n\nThe user added: ${outcome.note}`;
      return `approved\n\n${outcome.plan}${note}`;
    }
    case 'discarded':
      return outcome.reason === undefined ? 'discarded' : `discarded: ${outcome.reason}`;
  }
}
