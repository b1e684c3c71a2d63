import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';

/** The text is what the model reads; the structure holds the whole outcome. */
export function toResult(
  { ok, text }: ToolResult,
  structuredContent?: Record<string, unknown>,
  remarks: readonly string[] = [],
): CallToolResult {
  const content = [text, ...remarks].map((line) => ({ type: 'text' as const, text: line }));
  return { content, ...(structuredContent && { structuredContent }), ...(ok ? {} : { isError: true }) };
}
