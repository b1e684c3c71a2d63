import type { PartSpan } from '../../../shared/transcript/transcript.ts';

/** Returns the milliseconds in which at least one of the spans ran. */
export function timeTaken(spans: readonly PartSpan[]): number {
  let sum = 0;
  let until = Number.NEGATIVE_INFINITY;
  for (const { startedAt, endedAt } of spans.toSorted((a, b) => a.startedAt - b.startedAt)) {
    sum += Math.max(0, endedAt - Math.max(startedAt, until));
    until = Math.max(until, endedAt);
  }
  return sum;
}

/** Returns a time in words, in whole seconds; null for less than one. */
export function durationText(milliseconds: number): string | null {
  const seconds = Math.round(milliseconds / 1_000);
  if (seconds < 1) return null;
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  if (hours > 0) return `${hours}\u00a0h ${minutes}\u00a0min`;
  return minutes > 0 ? `${minutes}\u00a0min ${seconds % 60}\u00a0s` : `${seconds}\u00a0s`;
}
