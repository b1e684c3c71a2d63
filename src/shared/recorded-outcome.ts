/**
 * What a recorded decision means for who asked: a yes, a no, sent back for changes, answered in the chat, chosen by the
 * timeout, or none of these.
 */
export type OutcomeTone = 'yes' | 'no' | 'back' | 'replied' | 'timeout' | 'none';

/** The sides by which decisions are counted: a yes, a no, or neither. */
export const outcomeSides = ['yes', 'no', 'neither'] as const;

export type OutcomeSide = (typeof outcomeSides)[number];

export function sideOf(tone: OutcomeTone): OutcomeSide {
  return tone === 'yes' || tone === 'no' ? tone : 'neither';
}

/** What came of something in the record of decisions, in a few words, and what else is worth a glance. */
export type RecordedOutcome = { word: string; tone: OutcomeTone; detail: string | null };
