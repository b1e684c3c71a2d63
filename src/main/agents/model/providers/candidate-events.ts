import { type Fields, fieldsOf, objectReader, type Protocol } from './readable-answer.ts';

/** The events of Google's Generative Language API. */
export const candidates: Protocol = {
  framing: 'events',
  // Without `alt=sse` the events are one list.
  fromWhole(answer) {
    const events: unknown[] = Array.isArray(answer) ? answer : [answer];
    return events;
  },
  reader: () =>
    objectReader(
      (event) => ['candidates', 'usageMetadata', 'promptFeedback'].some((field) => field in event),
      ({ candidates: all }) =>
        fieldsOf(Array.isArray(all) ? all[0] : undefined)?.['finishReason'] !== undefined,
      withBlockReason,
    ),
};

/** A prompt that was blocked has no candidate, whose finish reason would tell. */
function withBlockReason(event: Fields): Fields {
  const finishReason = fieldsOf(event['promptFeedback'])?.['blockReason'];
  if (typeof finishReason !== 'string' || 'candidates' in event) return event;
  return { ...event, candidates: [{ finishReason }] };
}
