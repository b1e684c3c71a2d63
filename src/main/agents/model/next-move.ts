import type { MessageId } from '../../../shared/ids.ts';
import type { HistoryEntry } from '../../chat/chat-history.ts';
import type { Unresolved } from '../../previews/resolve-steering.ts';
import type { SteeringPlace } from '../../storage/steering-store.ts';
import type { PartRow } from '../../storage/part-row.ts';

type AgentEntry = Extract<HistoryEntry, { role: 'agent' }>;

/** A call of a tool, as it is stored. */
export type ToolRow = Extract<PartRow, { type: 'tool' }>;

/** The position of the parts of a model call: a message, and the number of the call within it. */
export type StepPlace = { messageId: MessageId; step: number };

/** The next action of a turn. */
export type NextMove =
  /** Calls of the last step have no result yet; those of a step that broke off are not run. */
  | { type: 'run-calls'; messageId: MessageId; calls: ToolRow[]; brokeOff: boolean }
  | { type: 'deliver-queued' }
  /** `into` is the message the answer goes on with, or null where it begins a new one. */
  | { type: 'ask-model'; into: StepPlace | null }
  | { type: 'done' };

/**
 * Decides from the stored history alone, so that a turn goes on after a restart as if nothing had
 * happened: first every call gets its result, then what the person wrote meanwhile is delivered,
 * then the model is asked, as long as it has something to react to, or to resolve and not given up,
 * or was told to go on (at `goOn`) after all it did.
 */
export function nextMove(
  history: readonly HistoryEntry[],
  hasQueued: boolean,
  unresolved: Unresolved = { type: 'none' },
  goOn: readonly SteeringPlace[] = [],
): NextMove {
  const last = history.findLast((entry) => entry.role === 'user' || entry.steps.length > 0);
  if (last === undefined || last.role === 'user') {
    if (hasQueued) return { type: 'deliver-queued' };
    return last === undefined ? { type: 'done' } : { type: 'ask-model', into: emptyAnswer(history.at(-1)) };
  }
  const { messageId, steps } = last;
  const step = steps.at(-1);
  const calls = step?.parts.filter((part) => part.type === 'tool') ?? [];
  const open = calls.filter(({ result }) => result === null);
  if (open.length > 0)
    return { type: 'run-calls', messageId, calls: open, brokeOff: step?.complete !== true };
  if (hasQueued) return { type: 'deliver-queued' };
  const isOver = calls.length === 0 && step?.complete === true && unresolved.type !== 'due';
  if ((isOver || leavesPending(last, unresolved)) && !mustContinue(history, goOn)) return { type: 'done' };
  return { type: 'ask-model', into: { messageId, step: steps.length } };
}

/** True when the agent was told to go on after everything said in the chat so far. */
export function mustContinue(history: readonly HistoryEntry[], goOn: readonly SteeringPlace[]): boolean {
  const end = endOfAnswers(history);
  return goOn.some(({ messageId, step }) => messageId === end?.messageId && step === end.step);
}

/** The place after the last step of an agent; null where there is none. */
export function endOfAnswers(history: readonly HistoryEntry[]): StepPlace | null {
  const last = history.findLast((entry) => entry.role === 'agent' && entry.steps.length > 0);
  return last?.role === 'agent' ? { messageId: last.messageId, step: last.steps.length } : null;
}

/** True when the model was just forced for the last time to resolve something and did something else. */
function leavesPending({ messageId, steps }: AgentEntry, unresolved: Unresolved): boolean {
  if (unresolved.type !== 'given-up') return false;
  const { at } = unresolved;
  const step = steps.at(-1);
  if (at.messageId !== messageId || at.step !== steps.length - 1 || step?.complete !== true) return false;
  return !step.parts.some((part) => part.type === 'tool' && part.tool_name === 'resolve');
}

/** An answer that broke off before its first word is taken up again, not left behind. */
function emptyAnswer(entry: HistoryEntry | undefined): StepPlace | null {
  return entry?.role === 'agent' ? { messageId: entry.messageId, step: 0 } : null;
}
