import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeptSessions } from './session-keeping-agent.ts';
import { childGroups } from '../../commands/child-groups.ts';
import { compileCache } from '../../compile-cache.ts';
import { messagesOf, type RecordedLine, recordingFile } from './recording.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { testApp, untilWorkspace, watchChat } from '../../test-app.ts';
import type { AppOptions } from '../../../../src/main/wiring/app-options.ts';

/** Has a program of this folder be an agent of a data folder; `more` is the rest of its entry. */
function writeAgent(
  dataDir: string,
  agent: string,
  [file, ...words]: readonly [string, ...string[]],
  env: Record<string, string | undefined>,
  more: { asks?: boolean } = {},
): void {
  const args = [join(import.meta.dirname, file), ...words];
  const own = { command: process.execPath, args, env: { NODE_COMPILE_CACHE: compileCache, ...env }, ...more };
  writeFileSync(join(dataDir, 'agents.json'), JSON.stringify({ agent_servers: { [agent]: own } }));
}

/** Has the agent that keeps these sessions be the Claude Code of a data folder. */
export function withKeptSessions(
  dataDir: string,
  sessions: KeptSessions,
  env: Record<string, string> = {},
): void {
  const file = join(dataDir, 'kept-sessions.json');
  writeFileSync(file, JSON.stringify(sessions));
  writeAgent(dataDir, 'claude', ['session-keeping-agent.ts'], { SESSIONS: file, ...env });
}

/** A chat of the real app with an agent that keeps these sessions. */
export function startKeeperChat(
  sessions: KeptSessions,
  env: Record<string, string> = {},
  options: Partial<AppOptions> = {},
) {
  const install = (dataDir: string) => withKeptSessions(dataDir, sessions, env);
  return startExternalChat({}, options, { agent: 'claude', install });
}

/** Has a program that behaves as Claude Code does be the Claude Code of a data folder. */
export function withClaudeLikeAgent(dataDir: string, env: Record<string, string> = {}): void {
  writeAgent(dataDir, 'claude', ['claude-like-agent.ts'], env);
}

/** Has a program that asks as OpenCode does be the OpenCode of a data folder, started with `more` arguments. */
export function withOpenCodeLikeAgent(
  dataDir: string,
  env: Record<string, string> = {},
  more: readonly string[] = [],
): void {
  writeAgent(dataDir, 'opencode', ['opencode-like-agent.ts', 'acp', ...more], env);
}

/** A chat of the real app with OpenCode, as far as that program is it. */
export function startOpenCodeChat(
  place: { dataDir?: string; env?: Record<string, string> } = {},
  more: readonly string[] = [],
) {
  const install = (dataDir: string, env: Record<string, string> = {}) =>
    withOpenCodeLikeAgent(dataDir, env, more);
  return startExternalChat(place, {}, { agent: 'opencode', install });
}

/** A chat of the real app with Claude Code, as far as that program is it. */
export function startClaudeChat(place: { dataDir?: string; env?: Record<string, string> } = {}) {
  return startExternalChat(place, {}, { agent: 'claude', install: withClaudeLikeAgent });
}

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
  const install = (dataDir: string) => writeAgent(dataDir, 'claude', ['recorded-agent.ts'], env);
  const told = () => messagesOf(readFileSync(file, 'utf8'));
  return { ...(await startExternalChat({}, {}, { agent: 'claude', install })), told };
}

/** Has the scripted agent be an agent of a data folder. */
export function withScriptedAgent(
  dataDir: string,
  env: Record<string, string> = {},
  agent = 'scripted',
): void {
  const asks = env['MCP_GENERATION'] === undefined;
  writeAgent(dataDir, agent, ['scripted-acp-agent.ts'], env, { asks });
}

/** A chat of the real app with the scripted agent in a process of its own, and a window that watches it. */
export async function startExternalChat(
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
