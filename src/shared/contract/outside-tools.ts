/** The tools that MCP clients find, by the names of their contracts. */
export const outsideTools = ['ask_user_question', 'ask', 'ask_user', 'review_plan'] as const;

/** True for a text that every MCP client accepts as the name of a tool. */
export function isToolName(text: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(text);
}

/** The words by which the server introduces itself, at the companion's address and in `parley mcp`. */
export const outsideInstructions =
  'Parley puts your questions to the person on a card in their window and waits as long as it takes. Give the folder you work in as workspace.';
