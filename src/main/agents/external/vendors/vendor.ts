import type { Outcome, Question } from '../../../../shared/questions/questions.ts';
import type { Environment } from '../../../commands/command-environment.ts';
import type { AgentProcess, Launch } from '../programs/agent-process.ts';
import type { AgentToolCall, Elicitation, Initialized, PermissionAsked } from '../protocol.schema.ts';
import type { QuestionForm } from './question-form.ts';

/**
 * A limit of an agent's service, by its name for people: how much of it is used, as a share of 1, and when it resets, in
 * milliseconds since 1970.
 */
export type UsageLimit = { name: string; reached: boolean; resetsAt: number | undefined; used: number };

/**
 * What is special about one agent; what is left out goes by the protocol. A person may start an agent under any name,
 * so what it sends is recognised by its form: each reader returns undefined for what is not its agent's. The files
 * that it reads in a folder are in `src/main/trust/agent-files.ts`.
 */
export type Vendor = {
  /** The agent's name in `agents.json`, and behind `acp/` in chats. */
  id: string;
  /** How Parley finds and starts it; without this only `agents.json` can name it. */
  preset?: Preset;
  /** True where its model has no way to ask over the protocol, so that Parley's tools for that are injected. */
  cannotAsk?: true;
  /** True where it acts without asking in each of its modes, with nothing by which a start could change that. */
  actsUnasked?: true;
  /** The ids of its modes that ask before they act, the best first, and of those that don't. */
  modes?: { asking?: readonly string[]; byItself?: readonly string[] };
  /** Reads a form that asks questions. */
  formQuestions?(form: Elicitation): QuestionForm | undefined;
  /** Reads a request for permission that asks questions. */
  permissionQuestions?(request: PermissionAsked): QuestionForm<unknown> | undefined;
  plans?: PlanRequests;
  /** Its extension methods that ask a question or show a plan, by their names without the leading `_`. */
  extensionMethods?: Readonly<Record<string, (params: unknown) => ExtensionRequest | undefined>>;
  /** Says what to do where it did not load the injected tools. */
  loadsToolsBy?: string;
  /** Returns the name that it gives to a tool of an MCP server. */
  mcpToolName?(server: string, tool: string): string;
  /** Reads what it says of a call in `_meta`. */
  callFacts?(meta: Record<string, unknown>): CallFacts | undefined;
  /** Reads what a call that has ended well leaves behind for the time between turns, or has ended of that. */
  backgroundChange?(call: EndedCall): BackgroundChange | undefined;
  /** Reads what an update says in `_meta` of a limit of its service that is near, or reached. */
  usageLimit?(meta: Record<string, unknown>): UsageLimit | undefined;
  /** What counts for an agent that is recognised by its answer to `initialize`. */
  running?: {
    isAgent(agent: Initialized): boolean;
    /** Goes into `_meta` where a session begins or is entered. */
    sessionMeta?: Record<string, unknown>;
    /** True where its model hears the reason for a refusal only after its turn was cancelled. */
    hearsReasonsByCancel?: true;
  };
  /** Prepares a channel beside ACP by which it asks questions; returns why that can't be had, in a few words. */
  questionChannel?(launch: Launch): Promise<QuestionChannel | { problem: string }>;
};

export type Preset = {
  /** The agent's name for people. */
  name: string;
  /** Its id in the ACP registry, and a few words about it there. */
  registryId: string;
  about: string;
  /** The program on the path, and the file of the package that does the same. */
  program: string;
  package: string;
  /** The version that Parley was tried with, and installs. */
  version: string;
  /** The script of the package that puts its program in place; an install runs no other. */
  setUpScript?: string;
  entry: string;
  args: readonly string[];
  /** Variables that it is started with. */
  env?: Readonly<Record<string, string>>;
  /** Folders in the person's home where its own installer puts it. */
  folders?: readonly string[];
  /** The variables with keys of its own vendor: of all keys in the person's environment it gets these. */
  keys: readonly string[];
  /** The key with which a person without a login uses it. */
  key?: PresetKey;
  /** Returns variables by which it asks before it acts, where its own defaults don't; `own` is the person's environment. */
  askingEnv?: (own: Environment) => Record<string, string>;
  /** Variables that tell it that its person trusts the folder, or that nothing in it asks for that. */
  trustedEnv?: Readonly<Record<string, string>>;
  /** Says how a person signs in. */
  signIn: string;
};

/** A key of an agent's vendor, which becomes a variable of its process; `link` is where keys are to be had. */
export type PresetKey = {
  variable: string;
  label: string;
  link: string;
  /** Its way to sign in that takes the key, and the form in which that has it; without this the variable is enough. */
  method?: { id: string; form: (key: string) => unknown };
};

/** How an agent asks for approval of a plan by a request for permission. */
export type PlanRequests = {
  /** Its tool that does so, or the ids of the options, by which the request is known. */
  tool?: string;
  options?: RegExp;
  /** The option that approves the plan and goes on asking before each act. */
  asksOn: string;
  /** The option that sends the plan back. */
  sendsBack?: string;
  /** Returns the file that the plan lies in, where the request does not have its text. */
  file?(call: { id: string; title: string; kind: string; content: readonly unknown[] }): string | undefined;
};

/** What an extension method asks; `callId` is the call that it is about, `answer` makes the response. */
export type ExtensionRequest =
  | { type: 'question'; callId: string | undefined; questions: Question[]; answer(outcome: Outcome): unknown }
  | { type: 'plan'; callId: string | undefined; plan: string; answer(outcome: PlanOutcome): unknown };

/**
 * What the person decided about a plan: approved as it stands now, with the way to go on that they chose, or sent back with
 * a text. Nothing where they wrote a message instead, the agent is gone, or the plan could not be shown.
 */
export type PlanOutcome =
  | { type: 'approved'; choice: string | undefined; plan: string; notes: string }
  | { type: 'sent-back'; text: string }
  | { type: 'unanswered'; why: 'replied' | 'gone' | 'not-shown' };

/**
 * `parent` is the agent's id of the call for which a subagent works, `subagent` the name of that; `isJudged` where a model
 * decided about the call.
 */
export type CallFacts = {
  tool?: string | undefined;
  parent?: string | undefined;
  subagent?: string | undefined;
  isJudged?: boolean;
  /** The result of its tool, as the agent's own program has it. */
  response?: Record<string, unknown> | undefined;
};

/** A call that has ended well; `response` is empty where the agent did not send it. */
export type EndedCall = {
  tool: string;
  input: Record<string, unknown>;
  response: Record<string, unknown>;
};

/**
 * Something of an agent that goes on between its turns was `left` behind by a call, or what has this `name` has `ended`.
 * `lasts` is for how long at most, `until` the time of its end, both in milliseconds; `endsUnseen` where it may end before
 * that, and the agent does not say so.
 */
export type BackgroundChange =
  | {
      type: 'left';
      name?: string | undefined;
      lasts?: number | undefined;
      until?: number | undefined;
      endsUnseen: boolean;
    }
  | { type: 'ended'; name: string };

/** A channel beside ACP by which an agent asks. */
export type QuestionChannel = {
  /** What starts the agent with the channel open. */
  launch: Launch;
  /** Listens once the agent runs; resolves with why the channel can't be used, in a few words. */
  open(host: ChannelHost): Promise<string | undefined>;
};

/** What a channel works with: the agent's process, and the chat in which it asks. */
export type ChannelHost = ChannelAsker & {
  process: Pick<AgentProcess, 'exited' | 'note' | 'end'>;
  /** The id of the chat's session; empty before it has begun. */
  sessionId: () => string;
  /** Takes a line for the log. */
  onLine: (line: string) => void;
};

export type ChannelAsker = {
  /** Waits for the person's answers; `gone` aborts when the agent stops waiting. `callId` names the call that asks. */
  ask: (asked: { callId: string | undefined; questions: Question[] }, gone: AbortSignal) => Promise<Outcome>;
  /** Waits for the person's decision about what a subagent wants to do, which shows as a call of the chat. */
  permit: (asked: PermissionAsked, gone: AbortSignal) => Promise<PermissionAnswer>;
  /** Takes what is new of a call that is shown. */
  change: (call: AgentToolCall) => void;
  /** Returns the text of a file in the chat's folder; null where there is none that may be read. */
  textOf: (path: string) => string | null;
  /** Passes answers on that the agent did not take: its turn is cancelled, and its next prompt has them as text. */
  undelivered: (answers: string) => void;
};

/** What the person decided about a permission: one of its options, or none; `reason` is why they said no. */
export type PermissionAnswer = { optionId: string | undefined; reason?: string };
