import type { MessageId } from '../../../shared/ids.ts';
import type { SignInWay } from '../../../shared/workspace/workspace.ts';
import type { Launch } from './agent-process.ts';
import type { HostedSession } from './hosted-session.ts';
import type { AuthMethod, Initialized } from './protocol.schema.ts';
import { shellWord } from './shell-word.ts';

/** The variable by which the desktop host's own program runs scripts. */
const asNode = 'ELECTRON_RUN_AS_NODE';

/** Anything else before a command would be one itself in a shell. */
const variableName = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Returns the ways to sign in that an agent names. */
export function signInWays({ authMethods }: Initialized, launch: Launch): SignInWay[] {
  return (authMethods ?? []).map((method): SignInWay => {
    const words = { name: method.name ?? method.id, about: method.description ?? null };
    const command = commandOf(method, launch);
    return command === undefined
      ? { type: 'agent', id: method.id, ...words }
      : { type: 'terminal', ...words, command };
  });
}

function commandOf({ type, args, env, _meta: meta }: AuthMethod, launch: Launch): string | undefined {
  const own = meta?.['terminal-auth'];
  if (own !== undefined) return commandLine([own.command, ...(own.args ?? [])], own.env, launch);
  if (type !== 'terminal') return undefined;
  return commandLine([launch.file, ...launch.args, ...(args ?? [])], env, launch);
}

function commandLine(words: readonly string[], env: Record<string, string> = {}, launch: Launch): string {
  const runsAsNode = words[0] === launch.file ? launch.env[asNode] : undefined;
  const variables = { ...(runsAsNode !== undefined && { [asNode]: runsAsNode }), ...env };
  const set = Object.entries(variables)
    .filter(([name]) => variableName.test(name))
    .map(([name, value]) => `${name}=${shellWord(value)}`);
  return [...set, ...words.map(shellWord)].join(' ');
}

/** The way to sign in that a person chose for the next turn of a chat. */
export class ChosenSignIn {
  #method: string | undefined;
  /** The answers in which the agent signed in and has not heard a prompt. */
  readonly answers = new Set<MessageId>();

  choose(method: string): void {
    this.#method = method;
  }

  /** Signs in where a way was chosen; `begin` begins the answer in which the agent may ask for something. */
  async walk(session: HostedSession, stop: AbortSignal, begin: () => MessageId): Promise<void> {
    const method = this.#method;
    if (method === undefined) return;
    this.#method = undefined;
    this.answers.add(begin());
    await session.signIn(method, stop);
  }
}
