import { randomUUID } from 'node:crypto';

/** Words that occur nowhere else: who reads them was told of that decision. */
export const newWords = () => `Decided because of ${randomUUID()}`;

/** Words for a field that is a secret: nothing that is stored may hold them. */
export const newSecret = () => `secret-${randomUUID()}`;

/** The name of one thing that is asked; everything about it bears it, and nothing else does. */
export const newKey = () => `key-${randomUUID()}`;

const uuid = '[0-9a-f-]{36}';
const wordsPattern = new RegExp(`Decided because of ${uuid}`, 'g');
const secretPattern = new RegExp(`secret-${uuid}`, 'g');
const keyPattern = new RegExp(`key-${uuid}`, 'g');

/** Each of a kind once. */
export const wordsIn = (text: string): string[] => [...new Set(text.match(wordsPattern))];
export const secretsIn = (text: string): string[] => [...new Set(text.match(secretPattern))];
export const keysIn = (text: string): string[] => [...new Set(text.match(keyPattern))];
