import { isDeepStrictEqual } from 'node:util';
import type { HistoryEntry } from '../../chat/chat-history.ts';
import type { Problem } from '../../../shared/workspace/turn-state.ts';
import type { StepPlace, ToolRow } from './next-move.ts';

/** Number of times in a row that the same call may fail. */
const longestRepetition = 5;

export const repeatedStep: Problem = {
  what: 'Repeated the same failing step.',
  kept: 'Everything it did so far is kept.',
  todo: 'Tell it what to do instead, or resume to let it try once more.',
};

/**
 * True when the newest calls of a chat are the same call of a tool, made and failed too often in a row. Only
 * calls at `since` and after it count, so that a turn that is resumed begins anew.
 */
export function repeatsFailure(history: readonly HistoryEntry[], since: StepPlace | null): boolean {
  const calls = callsSince(history, since).slice(-longestRepetition);
  const [first] = calls;
  if (first === undefined || calls.length < longestRepetition) return false;
  return calls.every(
    ({ tool_name, input, result }) =>
      result?.ok === false && tool_name === first.tool_name && isDeepStrictEqual(input, first.input),
  );
}

function callsSince(history: readonly HistoryEntry[], since: StepPlace | null): ToolRow[] {
  return history.flatMap((entry) => {
    if (entry.role === 'user' || (since !== null && entry.messageId < since.messageId)) return [];
    const from = entry.messageId === since?.messageId ? since.step : 0;
    return entry.steps.slice(from).flatMap(({ parts }) => parts.filter((part) => part.type === 'tool'));
  });
}
