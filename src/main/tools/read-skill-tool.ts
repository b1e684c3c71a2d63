import { z } from 'zod';
import type { ToolResult } from '../../shared/dialects/dialect.ts';
import type { ReadSkill, Skills } from '../folder/skills.ts';
import { type AgentTool, type ToolChat, toolOf, type ToolSource } from './tool.ts';

export const readSkillName = 'read_skill';

const inputSchema = z.lazy(() =>
  z.object({
    name: z.string().min(1).describe('A skill of the list in your instructions'),
    file: z
      .string()
      .min(1)
      .optional()
      .describe(
        'A file that the skill names, by its path in the skill’s folder, instead of the skill itself',
      ),
  }),
);

/** Offers the tool that reads skills in chats that have some, in both modes; it asks for nothing. */
export class SkillSource implements ToolSource {
  readonly #skills: () => Promise<Skills>;
  readonly #tool: AgentTool;

  constructor(skills: () => Promise<Skills>) {
    this.#skills = skills;
    this.#tool = toolOf({
      name: readSkillName,
      kind: 'plain',
      description:
        'Read a skill from the list in your instructions before you begin work that it is for, or a file that it names.',
      inputSchema,
      run: async ({ name, file }, { folder }) =>
        resultOf(await (await skills()).read(folder.path, name, file), file ?? `The skill ${name}`),
    });
  }

  async tools({ folder }: ToolChat): Promise<readonly AgentTool[]> {
    return (await (await this.#skills()).hasSome(folder)) ? [this.#tool] : [];
  }

  async find(name: string): Promise<AgentTool | undefined> {
    return name === readSkillName ? this.#tool : undefined;
  }
}

function resultOf(read: ReadSkill, what: string): ToolResult {
  switch (read.type) {
    case 'read':
      return { ok: true, text: read.text };
    case 'missing':
      return { ok: false, text: `${what} is not there, or the person does not trust it as it is now.` };
    case 'secret':
      return { ok: false, text: `${what} may hold secrets, so it is not read.` };
    case 'unreadable':
      return { ok: false, text: `${what} is not a text file that can be read.` };
  }
}
