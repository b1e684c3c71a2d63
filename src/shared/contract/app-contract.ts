import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { dialectIdSchema } from '../dialects/dialect-id.ts';
import { toolCallIdSchema, workspaceIdSchema } from '../ids.ts';
import {
  ledgerFacetsSchema,
  ledgerOverviewSchema,
  ledgerPageSchema,
  ledgerSearchSchema,
} from '../ledger/ledger-entry.ts';
import { serverDetailsSchema, serverOffersSchema, serverSharingSchema } from '../mcp-servers/server-info.ts';
import { listedAgentsSchema, packageLookSchema } from '../providers/agent-registry.ts';
import {
  agentCommandSchema,
  agentOptionsSchema,
  externalAgentsSchema,
  listedSessionsSchema,
} from '../providers/external-agent.ts';
import { parameterNameSchema, providerCheckSchema, providerIdSchema } from '../providers/provider.ts';
import { questionSchema, replySchema, unaskedSchema } from '../questions/questions.ts';
import { folderTrustSchema } from '../trust/folder-trust.ts';
import { modeSchema, thinkingSchema, workspaceSchema } from '../workspace/workspace.ts';
import { changesSinceSchema, chatChangesSchema, dropEndSchema, dropSchema } from './chat-changes.ts';
import { worktreeStartSchema } from '../worktrees/chat-worktree.ts';
import {
  keptWorktreeSchema,
  worktreeChoiceSchema,
  worktreeLossSchema,
  worktreeOfferSchema,
} from '../worktrees/worktree-offer.ts';
import { call, callKey, inChat, inWorkspace } from './call.ts';
import { failures } from './failures.ts';
import {
  outsideAnswerSchema,
  outsideAskSchema,
  outsideReviewAnswerSchema,
  outsideReviewSchema,
} from './outside-requests.ts';

const ofProvider = { provider: providerIdSchema };
const secret = z.string().max(10_000);
const address = z.string().max(2_000);

/** `guide`, `<provider>/<model>` or `acp/<agent>`. */
export const agentNameSchema = z.string().min(1).max(300);

/** The keys that a person entered for an external agent, by variable. */
const enteredKeysSchema = z.record(z.string().max(300), secret);

const refusingAgents = call.errors({ 'agent-refused': failures['agent-refused'] });

const ofAgentKey = z.object({ agent: agentNameSchema, variable: agentNameSchema });

export const agentCalls = {
  /** Stores what a person entered. What is left out stays; an empty key or address is removed. */
  saveProvider: call.input(z.object({ ...ofProvider, key: secret.optional(), address: address.optional() })),
  /** Puts back a key that was removed in the last minutes. */
  restoreKey: call.input(z.object(ofProvider)),
  /**
   * Stores a header or a part of the query that goes along with every request to a provider; null removes it. A secret
   * one is never shown again. Ends in `parameter-refused` for what no request can carry.
   */
  saveParameter: call.errors({ 'parameter-refused': failures['parameter-refused'] }).input(
    z.object({
      ...ofProvider,
      name: parameterNameSchema,
      value: z.object({ text: secret, secret: z.boolean() }).nullable(),
    }),
  ),
  /** Asks a provider for its models, with what was entered and not yet stored where it is given. */
  checkProvider: call
    .input(z.object({ ...ofProvider, key: secret.optional(), address: address.optional() }))
    .output(providerCheckSchema),
  /** Chooses who works in new chats, and in those in which nothing was said and the one before was to work. */
  setNewAgent: call.input(z.object({ agent: agentNameSchema })),
  /** Returns what the guide asks first, for a person to try; no chat has this call. */
  sampleAsk: call.output(z.object({ toolCallId: toolCallIdSchema, questions: z.array(questionSchema) })),
  /** Looks for external agents on this machine. */
  findExternal: call.output(externalAgentsSchema),
  /** Returns the agents of the ACP registry that are no presets, as they were fetched last. */
  readRegistry: call.output(listedAgentsSchema),
  /** Fetches that list anew. Nothing that is installed changes. Ends in `agent-refused` where the list stays as it was. */
  refreshRegistry: refusingAgents.output(listedAgentsSchema),
  /** Returns what an install of an agent of that list would do. Ends in `agent-refused` where npm can't say. */
  lookAtPackage: refusingAgents.input(z.object({ agent: agentNameSchema })).output(packageLookSchema),
  /**
   * Begins to install an agent; how that goes arrives with the app's events. Ends nothing that is under way. One of the
   * registry is installed only as the `spec` that its person was shown; ends in `agent-refused` for another.
   */
  install: refusingAgents.input(
    z.object({ agent: agentNameSchema, spec: z.string().max(400).nullable().default(null) }),
  ),
  /** Ends an install, or forgets one that failed; resolves once nothing of it is left. */
  cancelInstall: call.input(z.object({ agent: agentNameSchema })),
  /** Has an external agent sign its person out, and ends what runs of it; `problem` is why that did not work. */
  signOut: call
    .input(z.object({ agent: agentNameSchema }))
    .output(z.object({ problem: z.string().nullable() })),
  /**
   * Stores the keys, by variable, that a person entered for an external agent outside chats; returns all agents. Ends in
   * `key-refused` for what can be none.
   */
  saveKeys: call
    .errors({ 'key-refused': failures['key-refused'] })
    .input(z.object({ agent: agentNameSchema, keys: enteredKeysSchema }))
    .output(externalAgentsSchema),
  /** Forgets a key that was entered for an external agent; returns all agents. */
  removeKey: call.input(ofAgentKey).output(externalAgentsSchema),
  /** Puts a key back that was removed in the last minutes; returns all agents. */
  undoRemoveKey: call.input(ofAgentKey).output(externalAgentsSchema),
};

export const chatAgentCalls = {
  setMode: inChat.input(z.object({ ...inWorkspace, mode: modeSchema })),
  /** Chooses who works in the chat from its next request on. */
  setAgent: inChat.input(z.object({ ...inWorkspace, agent: agentNameSchema })),
  /** Sets how much the chat's model thinks from its next request on, if it can be set. */
  setThinking: inChat.input(z.object({ ...inWorkspace, thinking: thinkingSchema })),
  /** Fixes the dialect the chat's agent asks in from its next request on; null leaves it to the agent. */
  setDialect: inChat.input(z.object({ ...inWorkspace, dialect: dialectIdSchema.nullable() })),
};

const agentFolderSchema = z.string().min(1).max(4_096);

export const agentOptionCalls = {
  /** The settings that the chat's agent has for it, as it gave them last; none where Parley's own loop works. */
  readAgentOptions: inChat.input(z.object(inWorkspace)).output(agentOptionsSchema),
  /** Changes one of them, for this chat and for those that begin in its folder with the same agent. */
  setAgentOption: inChat
    .input(
      z.object({
        ...inWorkspace,
        option: z.string().max(1_000),
        value: z.union([z.string().max(1_000), z.boolean()]),
      }),
    )
    .output(agentOptionsSchema),
  /** Returns a page of the agent's earlier sessions in the chat's folder. Starts the agent. */
  readAgentSessions: inChat
    .input(z.object({ ...inWorkspace, after: z.string().max(10_000).nullable() }))
    .output(listedSessionsSchema),
  /**
   * Opens an earlier session: in this chat if nothing was said in it, else in a new chat on its folder. Returns that
   * chat, or the one that has the session already.
   */
  openAgentSession: inChat
    .errors({ 'folder-unusable': failures['folder-unusable'] })
    .input(
      z.object({
        ...inWorkspace,
        sessionId: z.string().min(1).max(10_000),
        title: z.string().max(10_000).nullable(),
        at: z.number().nullable(),
      }),
    )
    .output(workspaceSchema),
  /**
   * Adds a folder to the chat's own for its agent, which gets it with the next message; `~` is the home. Returns the chat.
   * Ends in `folder-unusable` also for an agent that takes none, and for a folder that asks for trust.
   */
  addAgentFolder: inChat
    .errors({ 'folder-unusable': failures['folder-unusable'] })
    .input(z.object({ ...inWorkspace, folder: agentFolderSchema }))
    .output(workspaceSchema),
  removeAgentFolder: inChat
    .input(z.object({ ...inWorkspace, folder: agentFolderSchema }))
    .output(workspaceSchema),
  /**
   * Has the chat's agent sign its person in, by a way that it named, and go on. `keys` is what was entered for the
   * fields of that way, by variable; it is stored, and the agent is started with it. Ends in `key-refused` for what can be
   * no key.
   */
  signInToAgent: inChat
    .errors({ 'key-refused': failures['key-refused'] })
    .input(z.object({ ...inWorkspace, way: z.string().max(1_000), keys: enteredKeysSchema.optional() })),
  /** The commands that the chat's agent takes. */
  readAgentCommands: inChat.input(z.object(inWorkspace)).output(z.array(agentCommandSchema)),
};

const ofServer = { id: z.string().max(5_000) };

/** In characters. */
const longestEntry = 100_000;

const changingServers = call.errors({ 'servers-refused': failures['servers-refused'] });

export const serverCalls = {
  /** Reads the files that name servers again; what has changed arrives with the app's events. */
  refresh: call,
  /** Returns what a server offers and logged; null where there is none of this id. */
  details: call.input(z.object(ofServer)).output(serverDetailsSchema.nullable()),
  /**
   * Puts servers into the person's file, in the shape that READMEs have them, and starts them. Ends in `servers-refused` for what is
   * none, and where the file can't be read.
   */
  add: changingServers.input(z.object({ text: z.string().max(longestEntry) })),
  /** Returns the entry of one of the person's own servers, as it is edited; null where there is none. */
  entry: call.input(z.object(ofServer)).output(z.object({ text: z.string().nullable() })),
  /** Puts an entry in the place of one of the person's own servers, and starts it. Ends as `add` does. */
  edit: changingServers.input(z.object({ ...ofServer, text: z.string().max(longestEntry) })),
  /** Takes one of the person's own servers out of their file. `undoRemove` puts it back. */
  remove: changingServers.input(z.object(ofServer)),
  undoRemove: changingServers.input(z.object(ofServer)),
  /** Switches a server on, which starts it, or off, for all chats. */
  setOn: changingServers.input(z.object({ ...ofServer, on: z.boolean() })),
  /** Has external agents get a server too, or no longer, from their next session on. */
  share: changingServers.input(z.object({ ...ofServer, sharing: serverSharingSchema })),
  /**
   * Begins to sign in to a server; its info then has the address to open. Ends in `sign-in-failed` where there is no
   * way to sign in.
   */
  signIn: call.errors({ 'sign-in-failed': failures['sign-in-failed'] }).input(z.object(ofServer)),
  /** Ends the wait for a sign in that `signIn` began. */
  cancelSignIn: call.input(z.object(ofServer)),
  /**
   * Forgets what a server granted, ends the connection to it, and has the server end the grant. Where it does not,
   * this ends in `grant-not-revoked`, and is signed out all the same.
   */
  signOut: call.errors({ 'grant-not-revoked': failures['grant-not-revoked'] }).input(z.object(ofServer)),
  /** Ends a server and starts it at once; resolves when that went well or not. */
  restart: call.input(z.object(ofServer)),
};

/** Who a person signs in to: the agent of a chat, or one in Settings, by the name that chats store. */
const terminalOfSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('chat'), workspaceId: workspaceIdSchema }),
  z.object({ type: z.literal('agent'), agent: z.string().min(1).max(300) }),
]);

const terminalId = z.string().min(1).max(100);

/** A size in characters; main keeps it to what programs can bear. */
const size = { columns: z.number().int().min(1).max(10_000), rows: z.number().int().min(1).max(10_000) };

/** The characters of one piece of input. */
const longestInput = 10_000;

/** The end of a program in a terminal; `flooded` where it wrote without end. */
const terminalEndSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('exited'), code: z.number().int(), signal: z.number().int().nullable() }),
  z.object({ type: z.literal('flooded') }),
]);

/**
 * The output of a terminal: first all that is kept of its output, to `view`, the one window that it listens to now; then
 * what comes. `elsewhere`: another window shows it from now on.
 */
const terminalEventSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('screen'), view: z.number().int(), data: z.string() }),
  z.object({ type: z.literal('output'), data: z.string() }),
  z.object({ type: z.literal('elsewhere') }),
  z.object({ type: z.literal('ended'), end: terminalEndSchema }),
]);

const inView = { terminal: terminalId, view: z.number().int() };

export const terminalCalls = {
  /**
   * Opens the terminal of an agent with the program that the way of that id names, or the one that is open already.
   * Starts the agent to hear its ways. Ends in `sign-in-failed`.
   */
  open: call
    .errors({ 'sign-in-failed': failures['sign-in-failed'] })
    .input(z.object({ of: terminalOfSchema, way: z.string().max(1_000), ...size }))
    .output(z.object({ terminal: terminalId, command: z.string() })),
  /** Streams its output until its program has ended or another window shows it; ends in `no-such-terminal`. */
  watch: call
    .errors({ 'no-such-terminal': failures['no-such-terminal'] })
    .input(z.object({ terminal: terminalId }))
    .output(eventIterator(terminalEventSchema)),
  /** Says how much of the output is on the screen; while much is not, the program waits. */
  took: call.input(z.object({ ...inView, characters: z.number().int().min(0) })),
  /** Types something; `nth` counts what a view typed, so that nothing is typed twice. */
  write: call.input(
    z.object({ ...inView, nth: z.number().int().min(0), data: z.string().max(longestInput) }),
  ),
  resize: call.input(z.object({ ...inView, ...size })),
  /** Ends its program and all that this started; returns when nothing of it is left. */
  close: call.input(z.object({ terminal: terminalId })),
};

export type TerminalOf = z.infer<typeof terminalOfSchema>;
export type TerminalEnd = z.infer<typeof terminalEndSchema>;
export type TerminalEvent = z.infer<typeof terminalEventSchema>;

export const ledgerCalls = {
  /** Returns a page of the decisions that are found, newest first, starting after the given entry. */
  search: call
    .input(ledgerSearchSchema.extend({ before: z.number().int().optional() }))
    .output(ledgerPageSchema),
  /**
   * Counts the decisions of some days, given by their begins in milliseconds since 1970, in order; the last one goes on
   * until now.
   */
  overview: call.input(z.object({ days: z.array(z.number()).min(1).max(60) })).output(ledgerOverviewSchema),
  /** Returns what decisions can be filtered by. */
  facets: call.output(ledgerFacetsSchema),
  /** Everything that is found, as one document. */
  export: call
    .input(ledgerSearchSchema.extend({ format: z.enum(['json', 'md']) }))
    .output(z.object({ text: z.string() })),
  /** Deletes what was decided before a time, in milliseconds since 1970. */
  prune: call.input(z.object({ before: z.number() })).output(z.object({ removed: z.number() })),
};

/** A call that brings questions along. */
const onQuestions = call.errors({ 'question-refused': failures['question-refused'] });

export const outsideCalls = {
  /**
   * Puts questions of an asker from outside to the person, in the workspace about its folder or the
   * Inbox, and ends when they are answered. `key` names the call: sent again, it goes on waiting, or
   * ends as it did. Ends in `question-refused` without asking.
   */
  ask: onQuestions.input(outsideAskSchema.extend({ key: callKey })).output(outsideAnswerSchema),
  /**
   * Keeps a call that brought its answers along, where its row and the ledger show that nobody was
   * asked. `replies` holds one entry a question. Ends in `question-refused` for what `ask` refuses.
   */
  record: onQuestions.input(
    outsideAskSchema.extend({
      key: callKey,
      replies: z.array(replySchema),
      unasked: z.array(unaskedSchema).optional(),
    }),
  ),
  /** Shows a plan as `ask` does questions, which the person approves, edited or not, or discards. */
  review: call.input(outsideReviewSchema.extend({ key: callKey })).output(outsideReviewAnswerSchema),
  /** Confirms that the answer of a call has arrived; an unconfirmed answer is kept. */
  received: call.input(z.object({ key: callKey })),
};

/**
 * A file that tells agents how to work here, by its path from the chat's folder. The agent reads it `whole`, its
 * start (`cut`), or nothing of it: the nearer ones fill what it is given (`left-out`), it leads out of the
 * repository, or is no text that can be read.
 */
const instructionFileSchema = z.object({
  path: z.string(),
  bytes: z.number().int().nullable(),
  state: z.enum(['whole', 'cut', 'left-out', 'outside', 'unreadable']),
});

export type InstructionFile = z.infer<typeof instructionFileSchema>;

/**
 * A command from a file of the folder, or a skill of it or of the person. `file` is its path in the folder, or from
 * `~/`; `argument` says what may follow it, null for nothing.
 */
const folderCommandSchema = z.object({
  kind: z.enum(['command', 'skill']),
  name: z.string(),
  description: z.string(),
  argument: z.string().nullable(),
  file: z.string(),
});

export type FolderCommandInfo = z.infer<typeof folderCommandSchema>;

/**
 * A file of custom tools, of the person's own (`folder` is null) or of a folder. `tool` is what it offered when it
 * was last loaded, null where it was not loaded as it is now. `problem` says for a person why it is not offered, or
 * how its last call was lost.
 */
const customToolSchema = z.object({
  file: z.string(),
  folder: z.string().nullable(),
  tool: z.object({ name: z.string(), description: z.string(), readOnly: z.boolean() }).nullable(),
  problem: z.object({ type: z.enum(['not-offered', 'lost']), text: z.string() }).nullable(),
});

export type CustomToolInfo = z.infer<typeof customToolSchema>;

/** The subject of a decision about trust: the chat's folder, or the tools in Parley's data folder. */
const trustedThing = z.enum(['folder', 'own-tools']).default('folder');

export type TrustedThing = z.infer<typeof trustedThing>;

export const folderCalls = {
  /** Opens the chat's folder in the file manager. */
  openFolder: inChat.errors({ 'folder-unusable': failures['folder-unusable'] }).input(z.object(inWorkspace)),
  /** Opens a file of the chat's folder at a line, from 1 on, by the command in Settings. */
  openInEditor: inChat
    .errors({ 'editor-failed': failures['editor-failed'] })
    .input(z.object({ ...inWorkspace, path: z.string().min(1), line: z.number().int().positive() })),
  /**
   * Returns the git branch that is checked out in the chat's folder; null outside of git. `dirty` says whether
   * something is not committed; null where that is not known, as in a folder that is not trusted.
   */
  readBranch: inChat
    .input(z.object(inWorkspace))
    .output(z.object({ branch: z.string().nullable(), dirty: z.boolean().nullable() })),
  /** Returns what a worktree of the chat's folder would begin with at `start`, or why there can be none. */
  readWorktreeOffer: inChat
    .input(z.object({ ...inWorkspace, start: worktreeStartSchema.optional() }))
    .output(worktreeOfferSchema),
  /** Returns the whole name of the ref of a branch of the chat's folder, local or of a remote; null where there is none. */
  findStartBranch: inChat
    .input(z.object({ ...inWorkspace, name: z.string().trim().min(1).max(500) }))
    .output(z.object({ ref: z.string().nullable() })),
  /**
   * Has the chat work in a worktree of its own, which its first message makes, or in its folder; new chats on the folder
   * then begin so too. With `changes` what is not committed in the folder comes along. Ends in `chat-begun`.
   */
  chooseWorktree: inChat
    .errors({ 'chat-begun': failures['chat-begun'] })
    .input(z.object({ ...inWorkspace, choice: worktreeChoiceSchema })),
  /**
   * Begins a chat with the conversation of the chat, in a worktree as its folder is, which the first message makes. `newId`
   * is its id: the same call again returns the same chat. Ends in `not-continued` where no worktree can be made.
   */
  continueInWorktree: inChat
    .errors({ 'not-continued': failures['not-continued'] })
    .input(z.object({ ...inWorkspace, newId: z.uuid().pipe(workspaceIdSchema) }))
    .output(workspaceSchema),
  /** Returns what would be lost with the worktree of the chat; null for a chat without one. */
  readWorktreeLoss: inChat.input(z.object(inWorkspace)).output(worktreeLossSchema.nullable()),
  /**
   * Removes the worktree of the chat, which stays; what only the worktree has is kept as for a deleted chat. Ends in
   * `not-removed` with the reason. Nothing happens for a chat without one.
   */
  removeWorktree: inChat.errors({ 'not-removed': failures['not-removed'] }).input(z.object(inWorkspace)),
  /** Returns what the chat has changed in its worktree; null where there is none, or it can't be read. */
  readChatChanges: inChat
    .input(z.object({ ...inWorkspace, since: changesSinceSchema }))
    .output(chatChangesSchema.nullable()),
  /**
   * Puts back what the chat has changed in a file of its worktree, as it was shown, by a change that can be undone and that
   * its agent is told. Ends in `not-dropped` with the reason.
   */
  dropChatChange: inChat
    .errors({ 'not-dropped': failures['not-dropped'] })
    .input(z.object({ ...inWorkspace, ...dropSchema.shape }))
    .output(dropEndSchema),
  /** Looks at what of the chat's folder would run, or of the person's own tools, and says if the person lets it. */
  readTrust: inChat.input(z.object({ ...inWorkspace, of: trustedThing })).output(folderTrustSchema),
  /**
   * Takes the person's decision about what they saw of the chat's folder, or of their own tools, which `fingerprint`
   * names. Ends in `folder-changed` where something else is there now.
   */
  decideTrust: inChat
    .errors({ 'folder-changed': failures['folder-changed'] })
    .input(
      z.object({ ...inWorkspace, of: trustedThing, fingerprint: z.string().max(200), trusted: z.boolean() }),
    ),
  /**
   * The commands of the chat's folder, and the skills where its agent is a model; `untrusted` counts those that wait
   * for the person to trust the folder.
   */
  readSlashCommands: inChat
    .input(z.object(inWorkspace))
    .output(z.object({ commands: z.array(folderCommandSchema), untrusted: z.number().int() })),
  /**
   * Returns the offers of the chat's MCP servers for a message. It starts them, and waits for them a few seconds; where
   * that was not enough the next call waits on.
   */
  readServerOffers: inChat.input(z.object(inWorkspace)).output(serverOffersSchema),
  /** The custom tools that the chat may use, with what is known of them; none of them is loaded by this. */
  readCustomTools: inChat.input(z.object(inWorkspace)).output(z.array(customToolSchema)),
  /** The files that tell the chat's agent how to work here, as they are now, in the order in which it reads them. */
  readInstructions: inChat.input(z.object(inWorkspace)).output(z.array(instructionFileSchema)),
};

export const worktreeCalls = {
  /** Returns what is kept of the worktrees of deleted chats, the last one first. */
  kept: call.output(z.array(keptWorktreeSchema)),
  /** Begins a chat with what is kept, in a worktree made anew. Ends in `not-kept`, or `not-restored` with the reason. */
  restore: call
    .errors({ 'not-kept': failures['not-kept'], 'not-restored': failures['not-restored'] })
    .input(z.object({ id: z.string().max(100) }))
    .output(z.object({ workspaceId: workspaceIdSchema })),
};

export const trustCalls = {
  /** Removes a decision; the folder is asked about again. One that is gone already stays so. */
  forget: call.input(z.object({ folder: z.string().max(4_096) })),
};
