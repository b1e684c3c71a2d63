import type { Problem, Remedy, SignInWay } from '../../../shared/workspace/turn-state.ts';
import type { ProcessExit } from '../../commands/processes.ts';
import { isRecord } from './json-fields.ts';

const kept = 'Everything in this chat is kept, your message too.';

const resume: Remedy = { type: 'resume', verb: 'resume' };
const retry: Remedy = { type: 'resume', verb: 'retry' };
const startAgain: Remedy = { type: 'resume', verb: 'start-again' };
const signedIn: Remedy = { type: 'resume', verb: 'signed-in' };
const switchAgent: Remedy = { type: 'switch-model' };
const openAgents: Remedy = { type: 'open-settings', part: 'agents' };

/** A failure of an external agent, explained for the person. */
export class AgentFailure extends Error {
  override readonly name = 'AgentFailure';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.what);
    this.problem = problem;
  }
}

/** The code of an agent whose person has to sign in first. */
const signInNeeded = -32_000;

/** JSON-RPC's code for an unknown request. */
export const methodUnknown = -32_601;

type Codes = { code: number; message: string; data: unknown };

/** Reads an error that an agent answered with; undefined for any other. */
export function answeredError(error: unknown): Codes | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'number') return undefined;
  return { code: error.code, message: error.message, data: 'data' in error ? error.data : undefined };
}

/** The agent that failed; `signIn` says how to sign in to it, `log` are the last lines that it printed. */
export type About = { name: string; signIn: string; log: readonly string[]; ways?: readonly SignInWay[] };

/** Explains the error by which an agent refused a request. */
export function refusedRequest(codes: Codes, about: About): Problem {
  const { name, log } = about;
  if (codes.code === signInNeeded) return signInFirst(`Sign in to ${name} first.`, about);
  return {
    topic: 'agent',
    what: `${name} could not go on: ${saidIn(codes)}`,
    kept,
    todo: 'Trying again may help.',
    remedies: [retry, switchAgent],
    ...lines(log),
  };
}

/** Explains that an agent answered the change into Plan with another mode. */
export function staysOutOfPlan({ name, log }: About): Problem {
  return {
    topic: 'agent',
    what: `${name} did not go into Plan, so your message was not sent.`,
    kept,
    todo: 'Choose Edit, or another agent, and go on.',
    remedies: [resume, switchAgent],
    ...lines(log),
  };
}

/** Explains the error by which an agent refused to open an earlier session. */
export function refusedSession(codes: Codes, about: About): Problem {
  const problem = refusedRequest(codes, about);
  if (problem.signIn === true) return problem;
  return {
    ...problem,
    what: `${about.name} could not open that session: ${saidIn(codes)}`,
    todo: 'Open another one, or write a message to begin a new one.',
    remedies: [],
  };
}

/** Explains a sign-in that the agent refused. */
export function refusedSignIn(codes: Codes, way: string, about: About): Problem {
  return signInFirst(`“${way}” did not work. ${about.name} says: ${saidIn(codes)}`, about);
}

/** Explains a sign-out that the agent refused. */
export function refusedSignOut(codes: Codes, { name, log }: About): Problem {
  return { ...stillSignedIn, what: `${name} did not sign you out. It says: ${saidIn(codes)}`, ...lines(log) };
}

/** Explains that the agent takes no sign-out. */
export function noSignOut({ name }: About): Problem {
  return { ...stillSignedIn, what: `${name} can’t sign you out from here.` };
}

/** Explains that the agent said nothing to a sign-out. */
export function unansweredSignOut({ name, log }: About): Problem {
  return { ...stillSignedIn, what: `${name} did not answer, so you may still be signed in.`, ...lines(log) };
}

const stillSignedIn = {
  topic: 'key',
  kept,
  todo: 'Try again, or sign out with its own program.',
  remedies: [],
} satisfies Omit<Problem, 'what'>;

/** Explains that the agent was ended in the middle of its turn, since its person signed out. */
export function signedOut(ways: readonly SignInWay[], about: Pick<About, 'name' | 'signIn'>): Problem {
  return signInFirst(`You signed out of ${about.name}, which stopped it here.`, { ...about, ways, log: [] });
}

/** Explains that a way to sign in is gone. */
export function noSuchWay(name: string): Problem {
  return {
    topic: 'key',
    what: `${name} does not offer this way to sign in any more.`,
    kept,
    todo: 'Try again to see the ways that it has now.',
    remedies: [retry],
  };
}

/** Explains that no terminal can be opened on this system. */
export function noTerminal(): Problem {
  return {
    topic: 'key',
    what: 'Parley could not open a terminal here. Copy the command, and run it in a terminal of yours.',
    kept,
    todo: 'Then choose “Signed in, try again”.',
    remedies: [signedIn],
  };
}

function signInFirst(what: string, { signIn, ways = [], log }: About): Problem {
  const todo =
    ways.length === 0
      ? `${signIn} Then choose “Signed in, try again”.`
      : 'Choose how. It then goes on with your message by itself.';
  return {
    topic: 'key',
    what,
    kept,
    todo,
    remedies: [signedIn],
    signIn: true,
    signInWays: [...ways],
    ...lines(log),
  };
}

function saidIn({ message, data }: Codes): string {
  return isRecord(data) && typeof data['details'] === 'string' ? `${message} ${data['details']}` : message;
}

/** Explains an answer that does not follow the protocol. */
export function notUnderstood({ name, log }: About): Problem {
  return {
    topic: 'agent',
    what: `${name} did not answer in the Agent Client Protocol (ACP).`,
    kept,
    todo: 'Check its command.',
    remedies: [retry, openAgents],
    ...lines(log),
  };
}

/** Explains why a turn ended before its agent was done; undefined where it was. */
export function improperEnd(reason: string, name: string): Problem | undefined {
  switch (reason) {
    case 'max_tokens':
      return {
        topic: 'cut',
        what: `${name} stopped: its model's answer grew too long.`,
        kept,
        todo: 'Let it go on, or ask for less at once.',
        remedies: [resume],
      };
    case 'max_turn_requests':
      return {
        topic: 'cut',
        what: `${name} reached its limit of requests in one turn.`,
        kept,
        todo: 'It can go on from there.',
        remedies: [resume],
      };
    case 'refusal':
      return {
        topic: 'refusal',
        what: `${name} refused to go on.`,
        kept,
        todo: 'Ask for it in another way.',
        remedies: [switchAgent],
      };
    default:
      return undefined;
  }
}

export function lines(log: readonly string[]): { lines?: string[] } {
  return log.length === 0 ? {} : { lines: [...log] };
}

/** Explains a name that no agent has; `problem` is what is wrong with the file of agents, in a sentence. */
export function unknownAgent(id: string, problem: string | null): Problem {
  return {
    topic: 'agent',
    what: problem ?? `There is no agent called ${id}.`,
    kept,
    todo: 'Choose another agent, or add it to agents.json.',
    remedies: [switchAgent, retry],
  };
}

/** Explains an agent that was not found. */
export function notInstalled(name: string): Problem {
  return {
    topic: 'agent',
    what: `${name} was not found on this machine.`,
    kept,
    todo: 'Install it in Settings, Agents, then retry.',
    remedies: [openAgents, retry, switchAgent],
  };
}

/** Explains an agent that is not started in a folder whose servers, tools or commands it might run unasked. */
export function untrustedFolder(name: string, state: 'asks' | 'declined'): Problem {
  return state === 'asks'
    ? {
        topic: 'folder',
        what: `${name} was not started: this folder has files that it could run, and you have not decided whether to trust them.`,
        kept,
        todo: 'Decide on the card above the message field, then retry.',
        remedies: [retry, switchAgent],
      }
    : {
        topic: 'folder',
        what: `${name} was not started: you do not trust the files of this folder that it could run.`,
        kept,
        todo: 'Forget that decision in Settings to be asked again, or choose a model for this chat.',
        remedies: [switchAgent, retry],
      };
}

/** Explains an agent that was not started, since a folder that was added to its chat can't be used or asks for trust. */
export function addedFolderUnusable(name: string, folder: string, why: string | undefined): Problem {
  return {
    topic: 'folder',
    what: `${name} was not started: the folder ${folder}, which you added to this chat, ${why === undefined ? 'has files that it could run, and you do not trust them.' : `cannot be used. ${why}`}`,
    kept,
    todo:
      why === undefined
        ? `Remove it under Add a folder in the chat’s menu, or start a chat with ${name} there and trust them. Then retry.`
        : 'Put it back, or remove it under Add a folder in the chat’s menu. Then retry.',
    remedies: [retry],
  };
}

/** Explains that an agent was ended while it was being started. */
export function endedBeforeStart({ name }: Pick<About, 'name'>): Problem {
  return {
    topic: 'agent',
    what: `${name} was stopped before it was started.`,
    kept,
    todo: 'It can be started again.',
    remedies: [startAgain],
  };
}

/** Explains an agent whose process came to an end by itself; `begun` when it had answered before. */
export function endedByItself(end: ProcessExit, { name, log }: About, begun: boolean): Problem {
  const how =
    end.type === 'not-started'
      ? `${name} could not be started: ${end.problem}.`
      : `${name} ended ${begun ? 'in the middle of its work' : 'as soon as it was started'}${exitText(end)}.`;
  const todo = begun
    ? 'It goes on from here once it is started again.'
    : 'See its last lines, fix the problem, and start it again.';
  const remedies = begun ? [startAgain, switchAgent] : [startAgain, openAgents, switchAgent];
  return { topic: 'agent', what: how, kept, todo, remedies, ...lines(log) };
}

function exitText({ code, signal }: Extract<ProcessExit, { type: 'exited' }>): string {
  if (signal !== null) return ` (${signal})`;
  return code === 0 || code === null ? '' : ` (exit code ${code})`;
}

/** Explains that an agent did not answer after it was started. */
export function saidNothing({ name, log }: About, seconds: number): Problem {
  return {
    topic: 'agent',
    what: `${name} was started and said nothing for ${seconds} seconds.`,
    kept,
    todo: 'Check that its command speaks the Agent Client Protocol (ACP).',
    remedies: [startAgain, openAgents],
    ...lines(log),
  };
}

/** Explains an agent that speaks a version of the protocol that Parley does not. */
export function otherVersion({ name, log }: About, version: number): Problem {
  return {
    topic: 'agent',
    what: `${name} speaks version ${version} of the Agent Client Protocol; Parley speaks version 1.`,
    kept,
    todo: 'Install a version of it that speaks version 1, then retry.',
    remedies: [retry, openAgents, switchAgent],
    ...lines(log),
  };
}
