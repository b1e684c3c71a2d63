/**
 * What a recorded decision means for who asked: a yes, a no, sent back for changes, answered in the chat, chosen by the
 * timeout, or none of these.
 */
export type OutcomeTone = 'yes' | 'no' | 'back' | 'replied' | 'timeout' | 'none';

/** What came of something in the record of decisions, in a few words, and what else is worth a glance. */
export type RecordedOutcome = { word: string; tone: OutcomeTone; detail: string | null };
