import type { Outcome, Reply } from '../../../../shared/questions/outcome.ts';
import type { Question } from '../../../../shared/questions/question.ts';
import { isRecord } from '../calls/call-state.ts';
import type { PlanVerdict } from '../plans.ts';

/** A question or plan that an agent asks by a request of its own, beside the protocol; `callId` is the call that it is about. */
export type ExtensionAsk =
  | { type: 'question'; callId: string | undefined; questions: Question[]; answer(outcome: Outcome): unknown }
  | { type: 'plan'; callId: string | undefined; plan: string; answer(verdict: PlanVerdict): unknown };

/** Returns the picks and words of a reply, also of one that skips its question. */
export function answerOf(reply: Reply): {
  picks: string[];
  custom?: string | undefined;
  note?: string | undefined;
} {
  return reply.status === 'skipped' ? { picks: [], note: reply.note } : reply;
}

/** Returns the records in a list that is a field of a value. */
export function recordsIn(value: unknown, name: string): Record<string, unknown>[] {
  const list = isRecord(value) ? value[name] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
