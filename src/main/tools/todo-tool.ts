import { z } from 'zod';
import type { ToolContext } from '../chat/chat-history.ts';
import type { ProgressItem } from '../../shared/transcript/transcript.ts';
import { type AgentTool, toolOf } from './tool.ts';

const inputSchema = z.lazy(() =>
  z.object({
    items: z
      .array(
        z.object({
          text: z.string().trim().min(1).max(500).describe('The step in a few words, as the person reads it'),
          status: z.enum(['pending', 'in_progress', 'completed']),
        }),
      )
      .max(100)
      .describe('The whole list in its order; an empty one takes it away'),
  }),
);

const description =
  'Keep the list of steps that the person sees above the message field. Use it for work of three or more steps: give the whole list at the beginning, and again, whole, whenever a step begins or is done, with one step in progress at a time. Not for work of one or two steps, not for a plan that needs approval, and not instead of saying what you found.';

/** The tool for the chat's list of steps; offered in both modes, since it touches nothing else. */
export function createTodoTool(
  save: (context: ToolContext, items: readonly ProgressItem[]) => void,
): AgentTool {
  return toolOf({
    name: 'todo',
    kind: 'plain',
    description,
    inputSchema,
    async run({ items }, context) {
      save(context, items);
      return { ok: true, text: `The person sees the list: ${countOf(items)}.` };
    },
  });
}

function countOf(items: readonly ProgressItem[]): string {
  const done = items.filter(({ status }) => status === 'completed').length;
  return items.length === 0 ? 'none' : `${done} of ${items.length} completed`;
}
