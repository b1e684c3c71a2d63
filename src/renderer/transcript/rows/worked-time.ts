import type { AgentMessage, Part, PartSpan, ToolPart } from '../../../shared/transcript/transcript.ts';
import { timeTaken } from '../tools/time-taken.ts';

/**
 * Returns the milliseconds for which an agent worked on a turn, given its messages: without the time in which it waited
 * for the person. Null without messages, and where it is not known when a call with a preview ran.
 */
export function workedTime(messages: readonly AgentMessage[]): number | null {
  const first = messages[0];
  if (first === undefined) return null;
  const calls = messages.flatMap(({ parts }) => parts).filter(isCall);
  const staging = calls.filter(({ kind }) => kind === 'preview');
  const stagingSpans = staging.flatMap(({ span }) => span ?? []);
  if (stagingSpans.length < staging.length) return null;
  const idle = [...stagingSpans, ...pausesOf(messages)];
  const waits = [...calls.flatMap(asksOf), ...common(staging.flatMap(openOf), idle)];
  const end = Math.max(...messages.map(endOf));
  return Math.max(0, end - first.createdAt - timeTaken(waits));
}

const isCall = (part: Part): part is ToolPart => part.type === 'tool';

function endOf({ createdAt, parts }: AgentMessage): number {
  const ends = parts.map((part) => (part.type === 'summary' ? undefined : part.span)?.endedAt ?? createdAt);
  return Math.max(createdAt, ...ends);
}

/** The times in which a call asked the person. */
function asksOf(part: ToolPart): PartSpan[] {
  const ask = part.kind === 'question' || part.kind === 'command' ? part.ask : null;
  return [ask, part.permission, ...(part.forms ?? [])].flatMap((asked) =>
    asked?.settlement ? [{ startedAt: asked.openedAt, endedAt: asked.settlement.at }] : [],
  );
}

/**
 * The time in which a preview was open. An agent may work on meanwhile: it waits in a call that stages or resolves, and
 * between turns.
 */
function openOf(part: ToolPart): PartSpan[] {
  const action = part.kind === 'preview' ? part.action : undefined;
  if (action === undefined) return [];
  const { openedAt, state } = action;
  return [{ startedAt: openedAt, endedAt: state.type === 'ended' ? state.settlement.at : Infinity }];
}

/** The times between messages. */
function pausesOf(messages: readonly AgentMessage[]): PartSpan[] {
  return messages.slice(1).map(({ createdAt }, index) => ({
    startedAt: Math.max(...messages.slice(0, index + 1).map(endOf)),
    endedAt: createdAt,
  }));
}

/** The times that lie in a span of each list. */
function common(one: readonly PartSpan[], other: readonly PartSpan[]): PartSpan[] {
  return one
    .flatMap((a) =>
      other.map((b) => ({
        startedAt: Math.max(a.startedAt, b.startedAt),
        endedAt: Math.min(a.endedAt, b.endedAt),
      })),
    )
    .filter(({ startedAt, endedAt }) => startedAt < endedAt);
}
