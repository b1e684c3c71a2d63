import type { CallToolResult } from '@modelcontextprotocol/server';
import type { ToolResult } from '../../../shared/dialects/dialect.ts';

/** The entry of a result's `_meta` with the whole outcome. */
const outcomeKey = 'parley/outcome';

/**
 * A result as clients show it to their models. There is no structured content, because Claude Code and
 * Codex show a model that instead of the text; the whole outcome is in `_meta`, for programs.
 */
export function toResult(
  { ok, text }: ToolResult,
  outcome?: Record<string, unknown>,
  remarks: readonly string[] = [],
): CallToolResult {
  const content = [text, ...remarks].map((line) => ({ type: 'text' as const, text: line }));
  return { content, ...(outcome && { _meta: { [outcomeKey]: outcome } }), ...(ok ? {} : { isError: true }) };
}
