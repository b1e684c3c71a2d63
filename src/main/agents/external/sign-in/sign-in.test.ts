import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ToolCallId } from '../../../../shared/ids.ts';
import type { Transcript } from '../../../../shared/transcript/transcript.ts';
import { startClaudeChat } from '../../../../../test/main/agents/external/external-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import {
  agentText,
  testApp,
  toolParts,
  untilWorkspace,
  watchChat,
} from '../../../../../test/main/test-app.ts';
import { initializedSchema } from '../protocol.schema.ts';
import { signInWays } from '../session/sign-in-ways.ts';

/** A chat whose agent wants its person to sign in, after the first message. */
async function signedOut() {
  const file = join(temporaryFolder(), 'signed-in');
  const started = await startClaudeChat({ env: { SIGNED_IN: file } });
  const { client, workspace, send } = started;
  await send('Hello');
  const failed = await untilWorkspace(client, workspace.id, ({ turn }) => turn.status === 'failed');
  const problem = failed.turn.status === 'failed' ? failed.turn.problem : undefined;
  const signIn = (way: string) => client.workspace.signInToAgent({ workspaceId: workspace.id, way });
  return { ...started, file, problem, signIn };
}

/** The link that an agent asked to open. */
function linkIn(transcript: Transcript): { toolCallId: ToolCallId; formId: string } | undefined {
  const [part] = toolParts(transcript).filter(({ forms }) => (forms ?? []).length > 0);
  const [form] = part?.forms ?? [];
  return part === undefined || form === undefined
    ? undefined
    : { toolCallId: part.toolCallId, formId: form.id };
}

test('the ways to sign in are those that the agent names', async () => {
  const { problem } = await signedOut();
  expect(problem?.signInWays).toMatchObject([
    {
      type: 'agent',
      id: 'subscription',
      name: 'Log in with your subscription',
      about: 'Opens your browser',
    },
    { type: 'agent', id: 'refused', name: 'Log in with a company account', about: null },
    {
      type: 'terminal',
      name: 'Log in in a terminal',
      about: null,
    },
    {
      type: 'keys',
      id: 'keys',
      name: 'Use a key',
      about: 'Billed to your account',
      fields: [
        { variable: 'LIKE_KEY', label: 'Key', secret: true, optional: false },
        { variable: 'LIKE_BASE', label: 'Address', secret: false, optional: true },
      ],
      link: 'https://keys.example/new',
    },
  ]);
  const terminal = problem?.signInWays?.find(({ type }) => type === 'terminal');
  expect(JSON.stringify(terminal)).toMatch(/claude-like-agent\.ts auth login"/);
});

test('after a sign-in the message that waited goes on by itself', async () => {
  const { client, workspace, chat, file, signIn, turn } = await signedOut();
  await signIn('subscription');
  const link = linkIn(await chat.until((now) => linkIn(now) !== undefined));
  expect(existsSync(file)).toBe(false);
  await client.workspace.answerForm({
    workspaceId: workspace.id,
    toolCallId: link?.toolCallId ?? '',
    formId: link?.formId ?? '',
    answer: { action: 'accept', entries: [] },
  });
  expect(agentText(await chat.until(said('Heard')))).toContain('Heard: Hello');
  await turn('idle');
});

test('a message that waits for a sign-in in a session that goes on is told also where Parley ends meanwhile', async () => {
  const { dataDir, workspace, file, ...first } = await signedOut();
  writeFileSync(file, 'yes');
  await first.client.workspace.resume({ workspaceId: workspace.id });
  await first.turn('idle');
  await first.close();
  rmSync(file);
  const start = async () => {
    const { client, close } = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
    return { client, close, chat: await watchChat(client, workspace.id) };
  };
  const second = await start();
  const of = { workspaceId: workspace.id };
  await second.client.workspace.sendMessage({ ...of, key: 'two', text: 'Are you there?', attachments: [] });
  await untilWorkspace(second.client, workspace.id, ({ turn }) => turn.status === 'failed');
  await second.client.workspace.signInToAgent({ ...of, way: 'subscription' });
  await second.chat.until((now) => linkIn(now) !== undefined);
  await second.close();
  writeFileSync(file, 'yes');
  const { client, chat } = await start();
  const link = linkIn(await chat.until((now) => linkIn(now) !== undefined));
  const about = { ...of, toolCallId: link?.toolCallId ?? '', formId: link?.formId ?? '' };
  await client.workspace.answerForm({ ...about, answer: { action: 'accept', entries: [] } });
  const isToldAgain = said('cut off. I opened it.');
  expect(agentText(await chat.until(isToldAgain))).toContain('Are you there?');
});

test('a sign-in that the agent refuses says why, and the ways stay', async () => {
  const { client, workspace, chat, file, signIn } = await signedOut();
  await signIn('refused');
  const isRefused = ({ turn }: typeof workspace) =>
    turn.status === 'failed' && turn.problem.what.includes('company account');
  const { turn } = await untilWorkspace(client, workspace.id, isRefused);
  expect(turn).toMatchObject({
    problem: {
      what: '“Log in with a company account” did not work. Claude Code says: No company is known',
      signIn: true,
      signInWays: [{ id: 'subscription' }, { id: 'refused' }, { type: 'terminal' }, { type: 'keys' }],
    },
  });
  writeFileSync(file, 'yes');
  await client.workspace.resume({ workspaceId: workspace.id });
  expect(agentText(await chat.until(said('Heard')))).toContain('Heard: Hello');
});

test('a sign-in that waits for its person can be stopped', async () => {
  const { client, workspace, chat, signIn, turn, agents } = await signedOut();
  await signIn('subscription');
  await chat.until((now) => linkIn(now) !== undefined);
  await client.workspace.stop({ workspaceId: workspace.id });
  await turn('interrupted');
  await expect.poll(agents).toEqual([]);
  const found = await client.agents.findExternal();
  expect(found.agents.find(({ agent }) => agent === 'acp/claude')).toMatchObject({ state: 'sign-in' });
});

test('the command that signs in begins with no variable that a shell would run', () => {
  const env = { 'A;date;B': 'x', HOME_PAGE: "it's" };
  const method = { id: 'in', name: 'In', type: 'terminal', args: ['log in'], env };
  const agent = initializedSchema.parse({ protocolVersion: 1, authMethods: [method] });
  const [way] = signInWays(agent, { file: '/bin/agent', args: [], env: {}, cwd: '/' });
  expect(way).toMatchObject({ type: 'terminal', command: `HOME_PAGE='it'\\''s' /bin/agent 'log in'` });
});
