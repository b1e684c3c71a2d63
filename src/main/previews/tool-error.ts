/** An expected failure of a tool; its message is what the model reads, unchanged. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
}
