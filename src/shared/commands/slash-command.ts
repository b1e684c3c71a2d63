/** `argument` says what may follow the command; null for nothing. */
type SlashCommand = { name: string; description: string; argument: string | null };

/** The commands of every chat. No file of a folder takes one of their names. */
const builtInCommands = [
  { name: 'plan', description: 'Look, ask and plan; change nothing', argument: 'message' },
  { name: 'edit', description: 'Work, with changes that you decide about', argument: 'message' },
  { name: 'new', description: 'New chat in this folder', argument: null },
  { name: 'compact', description: 'Summarise the earlier messages for the agent', argument: null },
  { name: 'model', description: 'Choose who works in this chat', argument: null },
  { name: 'export', description: 'Save this chat as Markdown or JSON', argument: null },
  { name: 'undo', description: 'Undo the changes of the last turn that made some', argument: null },
] as const satisfies readonly SlashCommand[];

export type BuiltInCommand = (typeof builtInCommands)[number]['name'];

/** What decides which commands a chat has. */
type CommandAgent = { inLoop: boolean; plans: boolean };

/**
 * Returns the built-in commands of a chat: no modes where its agent has none, no summary where it makes its own.
 */
export function builtInsFor({ inLoop, plans }: CommandAgent): readonly (typeof builtInCommands)[number][] {
  return builtInCommands.filter(({ name }) => {
    if (name === 'plan' || name === 'edit') return plans;
    return name !== 'compact' || inLoop;
  });
}

export function builtInNamed(
  name: string,
  commands: readonly (typeof builtInCommands)[number][] = builtInCommands,
): (typeof builtInCommands)[number] | undefined {
  return commands.find((command) => command.name === name);
}

/** Splits a message that begins with a command: `/name` and the trimmed rest. Null for any other. */
export function parseSlash(text: string): { name: string; argument: string } | null {
  const [, name, argument = ''] = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/u.exec(text.trimEnd()) ?? [];
  return name === undefined ? null : { name, argument };
}

/** Returns the command name being typed up to the caret; null where the caret is elsewhere. */
export function slashAt(text: string, caret: number): string | null {
  const [, query] = /^\/([^\s/]*)$/u.exec(text.slice(0, caret)) ?? [];
  return query === undefined || /^\S/u.test(text.slice(caret)) ? null : query;
}
