import { randomUUID } from 'node:crypto';

/** Words that occur nowhere else: whoever reads them has heard of that decision. */
export const newAnswerText = () => `Decided because of ${randomUUID()}`;

/** A text for a secret field: it must not be stored anywhere. */
export const newSecret = () => `secret-${randomUUID()}`;

/** A name for one thing that is asked; it occurs in everything about that, and nowhere else. */
export const newKey = () => `key-${randomUUID()}`;

/** The name of the subagent that asks for something. */
export const subagentOf = (key: string) => `Helper for ${key}`;

const uuid = '[0-9a-f-]{36}';
const wordsPattern = new RegExp(`Decided because of ${uuid}`, 'g');
const secretPattern = new RegExp(`secret-${uuid}`, 'g');
const keyPattern = new RegExp(`key-${uuid}`, 'g');

/** Each of a kind once. */
export const wordsIn = (text: string): string[] => [...new Set(text.match(wordsPattern))];
export const secretsIn = (text: string): string[] => [...new Set(text.match(secretPattern))];
export const keysIn = (text: string): string[] => [...new Set(text.match(keyPattern))];
