import { seededRandom } from '../../scripts/trials/random.ts';
import { type WorkspaceId, workspaceIdSchema } from '../../src/shared/ids.ts';
import { planChat, type Shape } from './chat-plan.ts';
import type { ChatWriter } from './chat-writer.ts';
import { markdownText } from './markdown.ts';

export type ChatWorkload = { name: string; messages: number; shape: Shape };

/** By what a chat's workspace is opened. */
export const idOf = ({ name }: ChatWorkload): WorkspaceId =>
  workspaceIdSchema.parse(name.replace(/\W/g, '-'));

/** Text at the end of a chat, and nowhere else. */
export const lastWordsOf = ({ name }: ChatWorkload): string => `These are the last words of ${name}.`;

/** Text of the first message of a chat, and of no other. */
export const firstWordsOf = ({ name }: ChatWorkload): string => `These are the first words of ${name}.`;

/** The texts of a chat, oldest first; the same every time. */
export function textsOf(workload: ChatWorkload): string[] {
  const random = seededRandom(workload.messages);
  return planChat(workload.messages, workload.shape).map((message, index, { length }) => {
    const text = markdownText(random, { withCode: message.role === 'agent' && message.withCode });
    if (index === 0) return `${firstWordsOf(workload)}\n\n${text}`;
    return index === length - 1 ? `${text}\n\n${lastWordsOf(workload)}` : text;
  });
}

/** Writes a chat message by message, as if it had been had. */
export function writeChat(writer: ChatWriter, workload: ChatWorkload, folder: string): void {
  const workspaceId = idOf(workload);
  writer.addWorkspace(workspaceId, workload.name, folder);
  const texts = textsOf(workload);
  for (const [index, message] of planChat(workload.messages, workload.shape).entries()) {
    const text = texts[index] ?? '';
    if (message.role === 'user') {
      writer.addPrompt(workspaceId, `${workload.name} ${index}`, text);
      continue;
    }
    writer.addAnswer(workspaceId, (id) => {
      if (message.tool === 'read') writer.addRead(id, `src/part-${index}.ts`);
      if (message.tool === 'question') writer.addQuestion(workspaceId, id);
      if (message.tool === 'edit') writer.addEdit(workspaceId, id);
      writer.addText(id, text);
    });
  }
}
