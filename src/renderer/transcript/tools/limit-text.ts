import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { dayName, dayOf, isOf } from '../rows/days.ts';

/** Says which limit of an agent's service is near or reached, and when it resets, in local time. */
export function limitText({ work, span }: ToolPart): string {
  const title = work?.title ?? '';
  const at = work?.resetsAt;
  if (at === undefined) return title;
  const time = new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }).format(at);
  const saidOn = dayOf(span?.startedAt ?? Date.now());
  return `${title} It resets ${isOf(saidOn, at) ? '' : `on ${dayName(at, saidOn)} `}at ${time}.`;
}
