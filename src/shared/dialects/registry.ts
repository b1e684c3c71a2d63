import { askUserQuestion } from './ask-user-question.ts';
import { ask } from './ask.ts';
import { askUser } from './ask-user.ts';
import { createAgentShell } from './agent-shell.ts';
import type { Dialect } from './dialect.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** All dialects there are, in the order a person chooses among them. */
const makers = {
  ask_user_question: () => askUserQuestion,
  ask: () => ask,
  ask_user: () => askUser,
  agent_shell: createAgentShell,
} satisfies Record<string, (env: Environment) => Dialect>;

export type DialectId = keyof typeof makers;

export function isDialectId(value: unknown): value is DialectId {
  return typeof value === 'string' && Object.hasOwn(makers, value);
}

export const dialectIds: readonly DialectId[] = Object.keys(makers).filter(isDialectId);

export type Dialects = ReadonlyMap<DialectId, Dialect>;

/** The dialects as this environment has them. */
export function createDialects(env: Environment): Dialects {
  return new Map(dialectIds.map((id) => [id, makers[id](env)]));
}
