import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentCase, type Places, writeFiles } from './agent-cases.ts';
import { ChatWindow } from './chat-window.ts';
import type { ModelServer } from './model-server.ts';

type Played = {
  agent: AgentCase;
  places: Places & { root: string };
  model: ModelServer;
  env: Record<string, string>;
  /** How the agent is started. */
  start: { command: string; args: string[] };
};

/**
 * In a home in which nobody is signed in, a key that is entered in the chat is enough, also after a restart; then signs
 * out, after which the key that is set signs in again. Null for an agent that is not tried with a key.
 */
export async function keyAlone(played: Played): Promise<string | null> {
  const { agent, model, places, env, start } = played;
  const { key } = agent;
  if (key === undefined) return null;
  const { root, work } = places;
  const [home = '', data = ''] = ['new-home', 'new-data'].map((name) => join(root, name));
  for (const folder of [home, data]) mkdirSync(folder);
  const own = { home, work, model: model.url };
  writeFiles(key.settings?.(own) ?? {});
  const server = { ...start, env: { ...key.env(own), HOME: home } };
  writeFileSync(join(data, 'agents.json'), JSON.stringify({ agent_servers: { [agent.id]: server } }));
  const homeEnv = { ...env, HOME: home };
  const first = await ChatWindow.open(data, work, homeEnv);
  const { id: workspaceId } = first;
  try {
    model.say([{ text: 'Hello with a key.' }]);
    await first.send('Say hello.');
    await first.untilTurn('failed');
    const keys = { [key.variable]: 'test-key' };
    await first.client.workspace.signInToAgent({ workspaceId, way: key.way, keys });
    await first.untilGoesOn();
    await first.until('words', () => first.text().includes('Hello with a key.') || undefined);
    await first.untilTurn('idle');
  } finally {
    await first.close();
  }
  const second = await ChatWindow.open(data, work, homeEnv, workspaceId);
  try {
    await second.hello(model, 'Hello again.');
    const signedOut = await signOut(second, agent.id, home);
    await second.hello(model, 'Hello once more.');
    return `also after a restart; ${signedOut}; the key that is set goes on`;
  } finally {
    await second.close();
  }
}

/** Files that an agent has only while it runs. */
const passing = /sqlite|session|snapshot|lock|tmp/;

/** Signs out, and says what that removed from the agent's home. */
async function signOut({ client }: ChatWindow, id: string, home: string): Promise<string> {
  const agent = `acp/${id}`;
  const { agents } = await client.agents.findExternal();
  if (agents.find((one) => one.agent === agent)?.signsOut !== true) return 'takes no sign-out';
  const files = () => readdirSync(home, { recursive: true }).map(String);
  const before = files();
  const { problem } = await client.agents.signOut({ agent });
  if (problem !== null) return `sign-out refused: ${problem}`;
  const after = files();
  const gone = before.filter((file) => !after.includes(file) && !passing.test(file));
  return gone.length === 0 ? 'signed out' : `signed out, which removed ${gone.join(', ')}`;
}
