/** `alternating`: every second message is a prompt; `sparse`: every twentieth. */
export type Shape = 'alternating' | 'sparse';

/** Parts of a message beside its text. */
export type MessagePlan =
  | { role: 'user' }
  | { role: 'agent'; withCode: boolean; tool: 'none' | 'read' | 'question' | 'edit' };

const questions = 10;
const edits = 5;

/**
 * The messages of a chat: a block of code in every third, a tool call in every fifth, and among the
 * agent's ten questions and five edits, spread over all of it. The last one is plain text.
 */
export function planChat(count: number, shape: Shape): MessagePlan[] {
  const plan = Array.from({ length: count }, (_, index): MessagePlan => {
    if (index % (shape === 'alternating' ? 2 : 20) === 0) return { role: 'user' };
    return { role: 'agent', withCode: index % 3 === 0, tool: index % 5 === 0 ? 'read' : 'none' };
  });
  placeEvenly(plan, 'question', questions, 0);
  placeEvenly(plan, 'edit', edits, 0.5);
  if (count > 0) plan[count - 1] = { role: 'agent', withCode: false, tool: 'none' };
  return plan;
}

/** Puts so many into as many equal sections, each into the first of the agent's messages from `from` on. */
function placeEvenly(plan: MessagePlan[], tool: 'question' | 'edit', times: number, from: number): void {
  for (let index = 0; index < times; index += 1) {
    const start = Math.floor(((index + from) * plan.length) / times);
    const at = plan.findIndex(
      (message, place) => place >= start && message.role === 'agent' && message.tool === 'none',
    );
    const message = plan[at];
    if (message?.role === 'agent') plan[at] = { ...message, tool };
  }
}
