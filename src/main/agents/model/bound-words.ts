import { type BoundReached, modelBounds } from './model-bounds.ts';

/** Returns a sentence about the limit at which a provider, called `name` by people, was cut off. */
export function boundWords(bound: BoundReached, name: string): string {
  switch (bound) {
    case 'event-too-large':
      return `${name} sent a single piece of more than ${inMegabytes(modelBounds.event)}, so the answer was cut off there.`;
    case 'answer-too-large':
      return `The answer grew beyond ${inMegabytes(modelBounds.answer)}, so it was cut off there.`;
    case 'stream-too-large':
      return `${name} sent more than ${inMegabytes(modelBounds.stream)} for one answer, so it was cut off there.`;
    case 'tool-input-too-large':
      return `The model wrote more than ${inMegabytes(modelBounds.toolInput)} into one tool call, so the answer was cut off there.`;
    case 'too-many-calls':
      return `The model made more than ${modelBounds.toolCalls} tool calls at once, so the answer was cut off there.`;
    case 'too-many-parts':
      return `The answer came in more than ${modelBounds.parts.toLocaleString('en')} parts, so it was cut off there.`;
    case 'list-too-large':
      return `${name} sent more than ${inMegabytes(modelBounds.list)} in place of a list of models.`;
    case 'no-head':
      return `${name} did not begin to answer within ${modelBounds.head / 60_000} minutes.`;
  }
}

function inMegabytes(bytes: number): string {
  return `${bytes / 1024 / 1024} MB`;
}
