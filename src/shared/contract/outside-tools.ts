/** The tools that MCP clients find, by the names of their contracts. */
export const outsideTools = ['ask_user_question', 'ask', 'ask_user', 'review_plan'] as const;

/** What every MCP client takes as the name of a tool. */
export function isToolName(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}
