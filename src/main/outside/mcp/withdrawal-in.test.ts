import { expect, test } from 'vitest';
import { withdrawalIn } from './withdrawal-in.ts';

test.each([
  'McpError: MCP error -32001: Request timed out',
  'SdkError: Request timed out',
  'Maximum total timeout exceeded',
  'tool call timeout',
  'timed-out',
  'context deadline exceeded',
])('%j means that the asker gave up waiting', (reason) => {
  expect(withdrawalIn(reason)).toBeUndefined();
});

test.each([
  ['The plan changed', 'The plan changed'],
  ['AbortError: The user stopped it', 'AbortError: The user stopped it'],
  ['', 'Cancelled by the asker'],
  [new DOMException('This operation was aborted', 'AbortError'), 'Cancelled by the asker'],
])('%j takes the question back', (reason, words) => {
  expect(withdrawalIn(reason)?.message).toBe(words);
});

test('the end of a connection takes nothing back', () => {
  expect(withdrawalIn(new Error('Connection closed'))).toBeUndefined();
});
