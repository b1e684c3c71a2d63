import type { FinishReason } from 'ai';

/** The ways an answer can end that are no proper end. */
const brokenEnds = ['interrupted', 'error', 'length', 'content-filter'] as const;

export type BrokenEnd = (typeof brokenEnds)[number];

/** An improper end of a model's answer, which is reported to the person. */
export class BrokenAnswer extends Error {
  override readonly name = 'BrokenAnswer';
  readonly end: BrokenEnd;

  constructor(end: BrokenEnd) {
    super(`The answer ended with "${end}".`);
    this.end = end;
  }
}

/** The improper end that a provider's finish reason stands for, or undefined for a proper one. */
export function brokenEnd(reason: FinishReason): BrokenEnd | undefined {
  return brokenEnds.find((end) => end === reason);
}
