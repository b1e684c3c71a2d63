import { expect, test } from 'vitest';
import {
  startExternalChat,
  withScriptedAgent,
} from '../../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { agentText, untilWorkspace, watchChat } from '../../../../../test/main/test-app.ts';

const login = { id: 'login', name: 'Log in', description: 'Opens your browser' };

/** The ways that the real agents name (Codex 2.6.0, Gemini CLI 0.61.0, Claude Code 0.100.0), as far as they are about keys. */
const ways = {
  codex: [login, { id: 'api-key', name: 'API Key', _meta: { 'api-key': { provider: 'openai' } } }],
  gemini: [
    login,
    { id: 'gemini-api-key', name: 'Gemini API key', _meta: { 'api-key': { provider: 'google' } } },
  ],
  claude: [login],
};

/** An agent with the variable of its key, the way by that, and what it is asked to sign in by. */
const cases: readonly [agent: keyof typeof ways, variable: string, way: string, signedInBy: object | null][] =
  [
    ['claude', 'ANTHROPIC_API_KEY', 'parley-key', null],
    ['codex', 'OPENAI_API_KEY', 'api-key', { methodId: 'api-key', _meta: { 'api-key': { apiKey: 'k-1' } } }],
    [
      'gemini',
      'GEMINI_API_KEY',
      'gemini-api-key',
      { methodId: 'gemini-api-key', _meta: { 'api-key': 'k-1' } },
    ],
  ];

test.each(cases)(
  '%s is used with a key alone, entered where its turn stopped, and in the next chat without a word',
  async (agent, variable, id, signedInBy) => {
    const first = signedInBy !== null && { WANTS_SIGN_IN: 'yes' };
    const env = { ...first, WANTS_KEY: `${variable}=k-1`, WAYS: JSON.stringify(ways[agent]) };
    const install = (dataDir: string) => withScriptedAgent(dataDir, env, agent);
    const { chat, client, workspace, send, turn } = await startExternalChat({}, {}, { agent, install });
    await send('signed in');
    const failed = await untilWorkspace(client, workspace.id, (now) => now.turn.status === 'failed');
    const named = failed.turn.status === 'failed' ? (failed.turn.problem.signInWays ?? []) : [];
    expect(named.map(({ type }) => type)).toEqual(['agent', 'keys']);
    expect(named[1]).toMatchObject({ id, fields: [{ variable, secret: true }] });
    const keys = { [variable]: 'k-1' };
    await client.workspace.signInToAgent({ workspaceId: workspace.id, way: id, keys });
    const now = await chat.until(said('Signed in: '));
    expect(agentText(now)).toBe(`Signed in: ${JSON.stringify(signedInBy)}`);
    await turn('idle');
    const { id: workspaceId } = await client.workspace.create({ folder: temporaryFolder() });
    const next = await watchChat(client, workspaceId);
    await client.workspace.sendMessage({ workspaceId, key: 'next', text: 'signed in', attachments: [] });
    await next.until(said(`Signed in: ${JSON.stringify(signedInBy)}`));
  },
);
