import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startClaudeChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { AgentAccounts } from './agent-accounts.ts';

/** A chat with a signed-in agent that behaves as Claude Code does, which has run once. */
async function start(env: Record<string, string> = {}) {
  const signedIn = join(temporaryFolder(), 'signed-in');
  writeFileSync(signedIn, 'yes');
  const started = await startClaudeChat({ env: { SIGNED_IN: signedIn, ...env } });
  const listed = async () => {
    const { agents } = await started.client.agents.findExternal();
    return agents.find(({ agent }) => agent === 'acp/claude');
  };
  expect(await listed()).toMatchObject({ account: null, signsOut: false });
  await started.send('Hello.');
  await started.chat.until(said('Heard: Hello.'));
  await started.turn('idle');
  const signOut = () => started.client.agents.signOut({ agent: 'acp/claude' });
  return { ...started, listed, signOut, signedIn };
}

test('an agent that has run says who is signed in, and that it takes a sign-out', async () => {
  const { listed } = await start();
  expect(await listed()).toMatchObject({
    state: 'ready',
    account: { plan: 'Claude Max', who: 'robin@example.com' },
    signsOut: true,
  });
});

test('a sign-out ends the agent, and its next message asks for a sign-in and is kept', async () => {
  const { listed, signOut, signedIn, send, turn, agents } = await start();
  expect(await signOut()).toEqual({ problem: null });
  expect(existsSync(signedIn)).toBe(false);
  expect(agents()).toEqual([]);
  expect(await listed()).toMatchObject({
    state: 'sign-in',
    account: null,
    terminalWays: [{ id: 'terminal' }],
  });
  await send('And now?');
  const { turn: now } = await turn('failed');
  expect(now).toMatchObject({ problem: { signIn: true } });
  expect(JSON.stringify(now)).toContain('"subscription"');
});

test('a turn that runs stops at a sign-out, and says why', async () => {
  const { client, workspace, chat, signOut, send, turn } = await start();
  await send('wait');
  await chat.until(said('Waiting.'));
  expect(await signOut()).toEqual({ problem: null });
  const { turn: now } = await turn('failed');
  expect(now).toMatchObject({
    problem: { signIn: true, what: 'You signed out of Claude Code, which stopped it here.' },
  });
  await client.workspace.stop({ workspaceId: workspace.id });
});

test('a sign-out that is refused says so, and changes nothing', async () => {
  const { listed, signOut, signedIn, agents } = await start({ LOGOUT: 'refused' });
  const before = agents();
  const { problem } = await signOut();
  expect(problem).toBe('Claude Code did not sign you out. It says: claude auth logout failed');
  expect(existsSync(signedIn)).toBe(true);
  expect(await listed()).toMatchObject({ state: 'ready', signsOut: true });
  expect(agents()).toEqual(before);
});

test('one that can’t be started says so', async () => {
  const { client } = await start();
  const { problem } = await client.agents.signOut({ agent: 'acp/codex' });
  expect(problem).toBe('Codex was not found on this machine.');
});

const status = '_auth/status_update';
const account = (authStatus: unknown) => {
  const accounts = new AgentAccounts();
  accounts.noteNotified('acp/a', status, { authStatus });
  return accounts;
};

test.each([
  [
    'an account',
    { kind: 'account', label: 'ChatGPT Plus', account: { email: 'a@b.example' } },
    'a@b.example',
  ],
  ['an organization', { kind: 'account', label: 'Claude Team', account: { organization: 'Birds' } }, 'Birds'],
  [
    'a key',
    { kind: 'api_key', label: 'Anthropic API key', detail: 'ANTHROPIC_API_KEY' },
    'ANTHROPIC_API_KEY',
  ],
  ['a plan alone', { kind: 'external', label: 'AWS Bedrock' }, null],
  ['a plan with an account of another form', { kind: 'account', label: 'Pro', account: 7 }, null],
])('%s is shown in the agent’s words', (_, shown, who) => {
  expect(account(shown).account('acp/a')).toEqual({ plan: shown.label, who });
});

test.each([undefined, 'me', { kind: 7 }, { label: 'Pro' }])('%j is no account', (said) => {
  const accounts = account(said);
  expect(accounts.account('acp/a')).toBeNull();
  expect(accounts.waysIn('acp/a')).toBeUndefined();
});

test('what an agent says of its account stays one short line', () => {
  const accounts = account({ kind: 'account', label: `Pro\n${'x'.repeat(5_000)}`, detail: 'a\n\nb' });
  expect(accounts.account('acp/a')).toEqual({ plan: `Pro ${'x'.repeat(196)}`, who: 'a b' });
});
