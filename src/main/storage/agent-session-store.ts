import { z } from 'zod';
import {
  type MessageId,
  messageIdSchema,
  toolCallIdSchema,
  type WorkspaceId,
  workspaceIdSchema,
} from '../../shared/ids.ts';
import {
  type AgentCommand,
  agentCommandSchema,
  type AgentOption,
  agentOptionSchema,
} from '../../shared/providers/external-agent.ts';
import { startedProcessSchema } from './command-store.ts';
import { type Database, jsonColumn, nullableJsonColumn, toJson } from './database.ts';

/** What an agent said of itself in a chat, as far as windows show it or the next start needs it. */
const agentFactsSchema = z.lazy(() =>
  z.object({
    /** The model's name in the agent's words; empty where it gave none. */
    model: z.string(),
    contextWindow: z.number().nullable(),
    /** Dollars of the session so far; null where that is not known. */
    cost: z.number().nullable(),
    /** False where it has no plan mode. */
    plans: z.boolean().default(true),
    /** True where it takes messages during a turn. */
    steers: z.boolean().default(false),
    /** True where its mode lets it act without asking. */
    byItself: z.boolean().default(false),
    /** True where `/compact` has it make room in its context. */
    compacts: z.boolean().default(false),
    /** Identifies the person's MCP servers with which the session was entered last; empty for none. */
    servers: z.string().default(''),
    /** True where it takes more folders than the chat's own. */
    addsFolders: z.boolean().default(false),
  }),
);

export type AgentFacts = z.infer<typeof agentFactsSchema>;

const opensSchema = z.lazy(() =>
  z.object({
    sessionId: z.string(),
    title: z.string().nullable(),
    at: z.number().nullable(),
  }),
);

/** Rows of 0.2 have texts alone. */
const pendingContextSchema = z.lazy(() =>
  z.union([
    z.object({ text: z.string(), about: toolCallIdSchema.nullable() }),
    z.string().transform((text) => ({ text, about: null })),
  ]),
);

/** A text for the agent's next prompt, about a call that was decided where it has one. */
export type PendingContext = z.infer<typeof pendingContextSchema>;

export const agentSessionRowSchema = z.lazy(() =>
  z.object({
    workspace_id: workspaceIdSchema,
    agent: z.string(),
    session_id: z.string().nullable(),
    message_id: messageIdSchema.nullable(),
    untold: jsonColumn(z.array(pendingContextSchema)),
    facts: jsonColumn(agentFactsSchema),
    opens: nullableJsonColumn(opensSchema),
    opened: z.number().transform(Boolean),
    folders: jsonColumn(z.array(z.string())),
    unprompted: jsonColumn(z.array(messageIdSchema)),
  }),
);

export const agentProcessRowSchema = z.lazy(() =>
  z.object({
    marker: z.string(),
    process: nullableJsonColumn(startedProcessSchema),
    boot: z.string(),
  }),
);

/**
 * A chat's session with its agent. `messageId` is the last answer whose prompt the agent heard, `pendingContext` what the
 * next prompt adds, `opens` the earlier session that the chat is to continue; one that was `opened` so was not created
 * by Parley, which never deletes it. `folders` are those that the person added to the chat's own. `unprompted` are the answers after
 * that which were begun without a prompt, as the agent signed its person in.
 */
export type StoredSession = {
  agent: string;
  sessionId: string | null;
  messageId: MessageId | null;
  pendingContext: PendingContext[];
  facts: AgentFacts;
  opens: Opens | null;
  opened: boolean;
  folders: string[];
  unprompted: MessageId[];
};

export type Opens = z.infer<typeof opensSchema>;

type AgentProcessRow = z.infer<typeof agentProcessRowSchema>;

export type AgentSessionStore = ReturnType<typeof createAgentSessionStore>;

/** Returns a stored session in the columns of its row. */
function columnsOf({ agent, sessionId, messageId, opened, ...session }: StoredSession) {
  return {
    agent,
    sessionId,
    messageId,
    untold: JSON.stringify(session.pendingContext),
    facts: JSON.stringify(session.facts),
    opens: toJson(session.opens),
    opened: Number(opened),
    folders: JSON.stringify(session.folders),
    unprompted: JSON.stringify(session.unprompted),
  };
}

/** The sessions and processes of external agents. All is on the disk on return. */
export function createAgentSessionStore(database: Database) {
  const { durable } = database;
  const read = durable.prepare('SELECT * FROM agent_sessions WHERE workspace_id = ?');
  const save = durable.prepare(
    `INSERT INTO agent_sessions (workspace_id, agent, session_id, message_id, untold, facts, opens, opened, folders, unprompted)
     VALUES (:workspaceId, :agent, :sessionId, :messageId, :untold, :facts, :opens, :opened, :folders, :unprompted)
     ON CONFLICT (workspace_id) DO UPDATE SET agent = excluded.agent, session_id = excluded.session_id,
       message_id = excluded.message_id, untold = excluded.untold, facts = excluded.facts, opens = excluded.opens,
       opened = excluded.opened, folders = excluded.folders, unprompted = excluded.unprompted`,
  );
  const holder = durable.prepare(
    `SELECT workspace_id FROM agent_sessions JOIN workspaces ON workspaces.id = workspace_id
     WHERE agent_sessions.agent = ? AND (session_id = ? OR opens ->> '$.sessionId' = ?) AND removed_at IS NULL LIMIT 1`,
  );
  return {
    session(workspaceId: WorkspaceId): StoredSession | undefined {
      const row = read.get(workspaceId);
      if (row === undefined) return undefined;
      const {
        session_id: sessionId,
        message_id: messageId,
        untold: pendingContext,
        workspace_id: _,
        ...rest
      } = agentSessionRowSchema.parse(row);
      return { sessionId, messageId, pendingContext, ...rest };
    },
    saveSession(workspaceId: WorkspaceId, session: StoredSession): void {
      save.run({ workspaceId, ...columnsOf(session) });
    },
    /** Returns the listed chat that has the session or is to open it. */
    holder(agent: string, sessionId: string): WorkspaceId | undefined {
      const row = holder.get(agent, sessionId, sessionId);
      return row === undefined ? undefined : workspaceIdSchema.parse(row['workspace_id']);
    },
    ...createProcessStore(database),
  };
}

/** The processes of external agents. */
function createProcessStore({ durable }: Database) {
  const add = durable.prepare('INSERT INTO agent_processes (marker, process, boot) VALUES (?, NULL, ?)');
  const set = durable.prepare('UPDATE agent_processes SET process = ? WHERE marker = ?');
  const drop = durable.prepare('DELETE FROM agent_processes WHERE marker = ?');
  const all = durable.prepare('SELECT * FROM agent_processes');
  return {
    /** Call it before the process is started. */
    addProcess: (marker: string, boot: string): void => void add.run(marker, boot),
    setProcess: (marker: string, process: AgentProcessRow['process']): void =>
      void set.run(toJson(process), marker),
    /** Call it once the process and its children are gone. */
    dropProcess: (marker: string): void => void drop.run(marker),
    processes: (): AgentProcessRow[] => all.all().map((row) => agentProcessRowSchema.parse(row)),
  };
}

/** By the ids of the options. */
const chosenSchema = z.record(z.string(), z.union([z.string(), z.boolean()]));

export type ChosenOptions = z.infer<typeof chosenSchema>;

export const agentOptionRowSchema = z.lazy(() =>
  z.object({
    agent: z.string(),
    folder: z.string(),
    options: jsonColumn(z.array(agentOptionSchema)),
    commands: jsonColumn(z.array(agentCommandSchema)),
    chosen: jsonColumn(chosenSchema),
  }),
);

type KeptOptions = { options: AgentOption[]; commands: AgentCommand[]; chosen: ChosenOptions };

export type AgentOptionStore = ReturnType<typeof createAgentOptionStore>;

const none: KeptOptions = { options: [], commands: [], chosen: {} };

/** What external agents offer, and what the person chose, by agent and folder. All is on the disk on return. */
export function createAgentOptionStore({ durable }: Database) {
  const read = durable.prepare('SELECT * FROM agent_options WHERE agent = ? AND folder = ?');
  const save = durable.prepare(
    `INSERT INTO agent_options (agent, folder, options, commands, chosen) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (agent, folder) DO UPDATE SET options = excluded.options, commands = excluded.commands,
       chosen = excluded.chosen`,
  );
  const readOf = (agent: string, folder: string): KeptOptions => {
    const row = read.get(agent, folder);
    return row === undefined ? none : agentOptionRowSchema.parse(row);
  };
  return {
    read: readOf,
    /** Leaves what the change does not name. */
    save(agent: string, folder: string, change: Partial<KeptOptions>): void {
      const { options, commands, chosen } = { ...readOf(agent, folder), ...change };
      save.run(agent, folder, JSON.stringify(options), JSON.stringify(commands), JSON.stringify(chosen));
    },
  };
}
