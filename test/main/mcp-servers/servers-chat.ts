import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Form, FormAnswer } from '../../../src/shared/forms/form.ts';
import type { ParleyClient } from '../../../src/shared/contract/contract.ts';
import type { ToolCallId, WorkspaceId } from '../../../src/shared/ids.ts';
import type { Decision } from '../../../src/shared/previews/decision.ts';
import type { PendingAction } from '../../../src/shared/previews/pending-action.ts';
import type { ServersOverview } from '../../../src/shared/mcp-servers/server-info.ts';
import type { PermissionSubject } from '../../../src/shared/permissions/permission.ts';
import type { ToolPart } from '../../../src/shared/transcript/transcript.ts';
import type { Workspace } from '../../../src/shared/workspace/workspace.ts';
import type { AppOptions } from '../../../src/main/wiring/app-options.ts';
import { compileCache } from '../compile-cache.ts';
import { answerPermission, waitingPermission } from '../permissions/permission-chat.ts';
import { callsTools, says, type Script, scriptedAgent } from '../agents/model/scripted-agent.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { testApp, toolParts, untilWorkspace, watchChat } from '../test-app.ts';

type Result = NonNullable<ToolPart['result']>;

/** A chat in Edit mode of the real app, with MCP servers in its data folder's file, whose agent calls what it is told to. */
export async function serversChat(servers: Record<string, ServerEntry>, options: Partial<AppOptions> = {}) {
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  writeServers(dataDir, servers);
  let calls = 0;
  const start = () => startScripted(dataDir, options);
  let app = start();
  const workspaceId = (await app.client.workspace.create({ folder })).id;
  await app.client.workspace.setMode({ workspaceId, mode: 'exec' });
  let chat = await watchChat(app.client, workspaceId);
  const last = () => `call-${calls}`;
  const waiting = () => ({ client: app.client, chat, workspaceId });
  const about = ({ id: formId }: Form) => ({ workspaceId, toolCallId: callNamed(chat, last()), formId });
  return {
    dataDir,
    folder,
    workspaceId,
    client: () => app.client,
    /** Has the agent call a tool in a turn of its own. */
    async calls(name: string, input: unknown): Promise<void> {
      await untilWorkspace(app.client, workspaceId, ({ turn }) => turn.status !== 'working');
      calls += 1;
      const id = last();
      const script: Script[] = [
        () => callsTools([id, name, input]),
        ...Array.from({ length: 4 }, () => () => says('Done.')),
      ];
      app.scripts.splice(app.agent.prompts.length, Infinity, ...script);
      await app.client.workspace.sendMessage({ workspaceId, key: id, text: `Call ${name}` });
    },
    /** The permission that the last call asks for, once it does. */
    asked: async (): Promise<PermissionSubject> => (await waitingPermission(waiting(), last())).subject,
    async answers(choiceId: string): Promise<void> {
      await answerPermission(waiting(), last(), { choiceId });
    },
    /** The form or link of the last call that waits, once it does. */
    form: (): Promise<Form> => waitingForm(chat, last()),
    ...previewsOf(() => ({ ...waiting(), id: last() })),
    toolCallId: () => callNamed(chat, last()),
    answerForm: (form: Form, answer: FormAnswer) =>
      app.client.workspace.answerForm({ ...about(form), answer }),
    finishLink: (form: Form) => app.client.workspace.finishLink(about(form)),
    /** The result of the last call, once there is one. */
    result: (): Promise<Result> => resultOf(chat, last()),
    offered: () => app.agent.tools.at(-1) ?? [],
    trusts: () => trust(app.client, workspaceId),
    overview: () => overviewOf(app.client),
    logged: (line: string) => untilLogged(app.client, line),
    turn: (status: Workspace['turn']['status']) =>
      untilWorkspace(app.client, workspaceId, ({ turn }) => turn.status === status),
    stop: () => app.client.workspace.stop({ workspaceId }),
    close: () => app.close(),
    /** Ends the app and starts it again, once no turn runs, or in the middle of one. */
    async restart(midTurn = false): Promise<void> {
      if (!midTurn) await untilWorkspace(app.client, workspaceId, ({ turn }) => turn.status !== 'working');
      await app.close();
      app = start();
      chat = await watchChat(app.client, workspaceId);
    },
  };
}

/** An entry of `mcp.json`: a program to start, or another kind of server. */
type ServerEntry = { command?: string; env?: Record<string, string>; [field: string]: unknown };

/** Writes the file of servers; their programs start from what an earlier start compiled. */
function writeServers(dataDir: string, servers: Record<string, ServerEntry>): void {
  if (Object.keys(servers).length === 0) return;
  const mcpServers = Object.fromEntries(
    Object.entries(servers).map(([name, entry]) => {
      const env = { NODE_COMPILE_CACHE: compileCache, ...entry.env };
      return [name, entry.command === undefined ? entry : { ...entry, env }];
    }),
  );
  writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
}

function startScripted(dataDir: string, options: Partial<AppOptions>) {
  const scripts: Script[] = [];
  const agent = scriptedAgent(scripts);
  return { scripts, agent, ...testApp(dataDir, { ...options, agentFor: agent.agentFor }) };
}

type Watched = Awaited<ReturnType<typeof watchChat>>;

async function waitingForm(chat: Watched, id: string): Promise<Form> {
  const find = () =>
    toolParts(chat.transcript())
      .find(({ toolCallId }) => toolCallId === id)
      ?.forms?.find(({ settlement }) => settlement === null);
  await chat.until(() => find() !== undefined);
  const form = find();
  if (form === undefined) throw new Error('No form waits.');
  return form;
}

/** The actions of a test on the preview of the last call. */
function previewsOf(of: () => { client: ParleyClient; chat: Watched; workspaceId: WorkspaceId; id: string }) {
  const staged = (fits?: (action: PendingAction) => boolean) => stagedBy(of().chat, of().id, fits);
  return {
    /** The preview of the last call, once it fits. */
    staged,
    async decides(decision: Decision): Promise<void> {
      const { id: actionId, fingerprint } = await staged();
      const { client, workspaceId } = of();
      await client.workspace.decidePreview({ workspaceId, actionId, fingerprint, decision });
    },
  };
}

async function stagedBy(
  chat: Watched,
  id: string,
  fits: (action: PendingAction) => boolean = () => true,
): Promise<PendingAction> {
  const find = () =>
    toolParts(chat.transcript()).find(
      ({ toolCallId, action }) => toolCallId === id && action && fits(action),
    );
  await chat.until(() => find() !== undefined);
  const action = find()?.action;
  if (action === undefined) throw new Error('There is no preview.');
  return action;
}

function callNamed(chat: Watched, id: string): ToolCallId {
  const part = toolParts(chat.transcript()).find(({ toolCallId }) => toolCallId === id);
  if (part === undefined) throw new Error('There is no such call.');
  return part.toolCallId;
}

async function resultOf(chat: Awaited<ReturnType<typeof watchChat>>, id: string): Promise<Result> {
  const find = () => toolParts(chat.transcript()).find(({ toolCallId }) => toolCallId === id)?.result ?? null;
  await chat.until(() => find() !== null);
  const result = find();
  if (result === null) throw new Error('There is no result.');
  return result;
}

async function overviewOf(client: ParleyClient): Promise<ServersOverview> {
  for await (const item of await client.app.watch({}))
    if (item.type === 'snapshot') return item.state.servers;
  throw new Error('There is no state.');
}

/** Watches the servers until one has logged a line. */
async function untilLogged(client: ParleyClient, line: string): Promise<void> {
  for await (const _ of await client.app.watch({})) {
    const { servers } = await overviewOf(client);
    for (const { id } of servers) {
      const details = await client.servers.details({ id });
      if (details?.log.includes(line) === true) return;
    }
  }
}

async function trust(client: ParleyClient, workspaceId: WorkspaceId): Promise<void> {
  const { fingerprint } = await client.workspace.readTrust({ workspaceId });
  await client.workspace.decideTrust({ workspaceId, fingerprint, trusted: true });
}
