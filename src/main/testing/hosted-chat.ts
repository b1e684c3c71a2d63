import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptSessions } from './session-keeping-agent.ts';
import { childGroups } from './child-groups.ts';
import { messagesOf, type RecordedLine, recordingFile } from './recording.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { testApp, untilWorkspace, watchChat } from './test-app.ts';
import type { AppOptions } from '../wiring/app-options.ts';

/** The program of the scripted agent. */
const scripted = join(import.meta.dirname, 'scripted-acp-agent.ts');

/** The program of the agent that behaves as Claude Code does. */
const claudeLike = join(import.meta.dirname, 'claude-like-agent.ts');

/** The program of the agent that keeps sessions. */
const keeper = join(import.meta.dirname, 'session-keeping-agent.ts');

/** Has the agent that keeps these sessions be the Claude Code of a data folder. */
export function withKeptSessions(
  dataDir: string,
  sessions: KeptSessions,
  env: Record<string, string> = {},
): void {
  const file = join(dataDir, 'kept-sessions.json');
  writeFileSync(file, JSON.stringify(sessions));
  const own = { command: process.execPath, args: [keeper], env: { SESSIONS: file, ...env } };
  writeFileSync(join(dataDir, 'agents.json'), JSON.stringify({ agent_servers: { claude: own } }));
}

/** A chat of the real app with an agent that keeps these sessions. */
export function startKeeperChat(
  sessions: KeptSessions,
  env: Record<string, string> = {},
  options: Partial<AppOptions> = {},
) {
  const install = (dataDir: string) => withKeptSessions(dataDir, sessions, env);
  return startHostedChat({}, options, { agent: 'claude', install });
}

/** Has a program that behaves as Claude Code does be the Claude Code of a data folder. */
export function withClaudeLikeAgent(dataDir: string, env: Record<string, string> = {}): void {
  const agents = { agent_servers: { claude: { command: process.execPath, args: [claudeLike], env } } };
  writeFileSync(join(dataDir, 'agents.json'), JSON.stringify(agents));
}

/** The program of the agent that asks as OpenCode does. */
const openCodeLike = join(import.meta.dirname, 'opencode-like-agent.ts');

/** Has a program that asks as OpenCode does be the OpenCode of a data folder, started with `more` arguments. */
export function withOpenCodeLikeAgent(
  dataDir: string,
  env: Record<string, string> = {},
  more: readonly string[] = [],
): void {
  const args = [openCodeLike, 'acp', ...more];
  const agents = { agent_servers: { opencode: { command: process.execPath, args, env } } };
  writeFileSync(join(dataDir, 'agents.json'), JSON.stringify(agents));
}

/** A chat of the real app with OpenCode, as far as that program is it. */
export function startOpenCodeChat(
  place: { dataDir?: string; env?: Record<string, string> } = {},
  more: readonly string[] = [],
) {
  const install = (dataDir: string, env: Record<string, string> = {}) =>
    withOpenCodeLikeAgent(dataDir, env, more);
  return startHostedChat(place, {}, { agent: 'opencode', install });
}

/** A chat of the real app with Claude Code, as far as that program is it. */
export function startClaudeChat(place: { dataDir?: string; env?: Record<string, string> } = {}) {
  return startHostedChat(place, {}, { agent: 'claude', install: withClaudeLikeAgent });
}

/** The program that replays what a real agent sent. */
const recorded = join(import.meta.dirname, 'recorded-agent.ts');

/**
 * A chat of the real app with Claude Code as it was recorded, each message by itself or in a `burst`; `told` returns
 * what the agent got so far.
 */
export async function startRecordedChat(lines: readonly RecordedLine[], pace: 'one by one' | 'burst') {
  const file = join(temporaryFolder(), 'told.jsonl');
  const env = {
    RECORDING: recordingFile(lines),
    HEARD: file,
    ...(pace === 'burst' && { BURST: '1' }),
  };
  const install = (dataDir: string) => {
    const own = { command: process.execPath, args: [recorded], env };
    writeFileSync(join(dataDir, 'agents.json'), JSON.stringify({ agent_servers: { claude: own } }));
  };
  const told = () => messagesOf(readFileSync(file, 'utf8'));
  return { ...(await startHostedChat({}, {}, { agent: 'claude', install })), told };
}

/** Has the scripted agent be the agent of new chats of a data folder. */
export function withScriptedAgent(dataDir: string, env: Record<string, string> = {}): void {
  const asks = env['BORROWS'] === undefined;
  const agents = { agent_servers: { scripted: { command: process.execPath, args: [scripted], env, asks } } };
  writeFileSync(join(dataDir, 'agents.json'), JSON.stringify(agents));
}

/** A chat of the real app with the scripted agent in a process of its own, and a window that watches it. */
export async function startHostedChat(
  { dataDir = temporaryFolder(), env = {} }: { dataDir?: string; env?: Record<string, string> } = {},
  options: Partial<AppOptions> = {},
  { agent, install } = { agent: 'scripted', install: withScriptedAgent },
) {
  install(dataDir, env);
  // Files of tests share a process, and another one's programs may still be ending.
  const others = childGroups(process.pid);
  const environment = { PATH: process.env['PATH'], HOME: dataDir, PARLEY_AGENT: `acp/${agent}` };
  const { app, client, close } = testApp(dataDir, { env: environment, ...options });
  const workspace = await client.workspace.create({ folder: temporaryFolder() });
  const chat = await watchChat(client, workspace.id);
  const send = (text: string, key = text) =>
    client.workspace.sendMessage({ workspaceId: workspace.id, key, text, attachments: [] });
  const turn = (status: string) => untilWorkspace(client, workspace.id, (now) => now.turn.status === status);
  const agents = () => childGroups(process.pid).filter((pid) => !others.includes(pid));
  return { agents, dataDir, app, client, close, workspace, chat, send, turn };
}
