import { isDeepStrictEqual } from 'node:util';
import type { MessageId } from '../../../shared/ids.ts';
import type { HistoryEntry } from '../../chat/chat-history.ts';
import type { Unresolved } from '../../previews/resolve-steering.ts';
import type { PartRow } from '../../storage/part-store.ts';
import type { StepPosition } from '../../storage/steering-store.ts';

type AgentEntry = Extract<HistoryEntry, { role: 'agent' }>;

export type ToolRow = Extract<PartRow, { type: 'tool' }>;

export type NextMove =
  /** Calls of the last step have no result yet; those of a step that broke off are not run. */
  | { type: 'run-calls'; messageId: MessageId; calls: ToolRow[]; brokeOff: boolean }
  | { type: 'deliver-queued' }
  /** `into` is where the answer goes on, or null for a new message. */
  | { type: 'ask-model'; into: StepPosition | null }
  | { type: 'done' };

/**
 * Decides from the stored history alone, so that a turn goes on after a restart as if nothing had happened. First
 * every call gets its result, then what the person wrote meanwhile is delivered, then the model is asked: as long
 * as it has something to react to, something to resolve that was not given up, or was told to go on (at `goOn`)
 * after all it did.
 */
export function nextMove(
  history: readonly HistoryEntry[],
  hasQueued: boolean,
  unresolved: Unresolved = { type: 'none' },
  goOn: readonly StepPosition[] = [],
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

/** True when the agent was told to go on after everything said so far. */
export function mustContinue(history: readonly HistoryEntry[], goOn: readonly StepPosition[]): boolean {
  const end = endOfAnswers(history);
  return goOn.some(({ messageId, step }) => messageId === end?.messageId && step === end.step);
}

/** Returns the position after the agent's last step; null for none. */
export function endOfAnswers(history: readonly HistoryEntry[]): StepPosition | null {
  const last = history.findLast((entry) => entry.role === 'agent' && entry.steps.length > 0);
  return last?.role === 'agent' ? { messageId: last.messageId, step: last.steps.length } : null;
}

/** True when the model was just forced for the last time to resolve a preview and did something else. */
function leavesPending({ messageId, steps }: AgentEntry, unresolved: Unresolved): boolean {
  if (unresolved.type !== 'given-up') return false;
  const { at } = unresolved;
  const step = steps.at(-1);
  if (at.messageId !== messageId || at.step !== steps.length - 1 || step?.complete !== true) return false;
  return !step.parts.some((part) => part.type === 'tool' && part.tool_name === 'resolve');
}

/** An answer that broke off before its first word is continued, not left behind. */
function emptyAnswer(entry: HistoryEntry | undefined): StepPosition | null {
  return entry?.role === 'agent' ? { messageId: entry.messageId, step: 0 } : null;
}

/** How often in a row the same call may fail. */
const longestRepetition = 5;

/**
 * True when the newest calls of a chat are the same call, failed too often in a row. Only calls from `since` on
 * count, so that a resumed turn starts over.
 */
export function repeatsFailure(history: readonly HistoryEntry[], since: StepPosition | null): boolean {
  const calls = callsSince(history, since).slice(-longestRepetition);
  const [first] = calls;
  if (first === undefined || calls.length < longestRepetition) return false;
  return calls.every(
    ({ tool_name, input, result }) =>
      result?.ok === false && tool_name === first.tool_name && isDeepStrictEqual(input, first.input),
  );
}

function callsSince(history: readonly HistoryEntry[], since: StepPosition | null): ToolRow[] {
  return history.flatMap((entry) => {
    if (entry.role === 'user' || (since !== null && entry.messageId < since.messageId)) return [];
    const from = entry.messageId === since?.messageId ? since.step : 0;
    return entry.steps.slice(from).flatMap(({ parts }) => parts.filter((part) => part.type === 'tool'));
  });
}
