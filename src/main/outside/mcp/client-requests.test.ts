import { expect, test } from 'vitest';
import { cancellationFor } from './client-requests.ts';

test.each([
  'McpError: MCP error -32001: Request timed out',
  'SdkError: Request timed out',
  'Maximum total timeout exceeded',
  'tool call timeout',
  'timed-out',
  'context deadline exceeded',
  'MCP request cancelled by caller',
])('%j means that the asker gave up waiting', (reason) => {
  expect(cancellationFor(reason)).toBeUndefined();
});

test.each([
  ['The plan changed', 'The plan changed'],
  ['AbortError: The user stopped it', 'AbortError: The user stopped it'],
  ['', 'Cancelled by the asker'],
  [new DOMException('This operation was aborted', 'AbortError'), 'Cancelled by the asker'],
])('%j cancels the question', (reason, words) => {
  expect(cancellationFor(reason)?.message).toBe(words);
});

test('the end of a connection cancels nothing', () => {
  expect(cancellationFor(new Error('Connection closed'))).toBeUndefined();
});
