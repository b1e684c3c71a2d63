import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { Decision } from '../../../../shared/previews/decision.ts';
import {
  startExternalChat,
  withScriptedAgent,
} from '../../../../../test/main/agents/external/external-chat.ts';
import { answerPermission } from '../../../../../test/main/permissions/permission-chat.ts';
import { said } from '../../../../../test/main/start-chat.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import {
  agentText,
  testApp,
  toolParts,
  untilWorkspace,
  watchChat,
} from '../../../../../test/main/test-app.ts';

/*
 * What the person decided reaches the agent, wherever Parley or the agent is ended. A kill between two writes leaves
 * what a close leaves, less what is written after it: that is taken back in the closed database.
 */

type Started = Awaited<ReturnType<typeof startExternalChat>>;

/** The writes after which a kill is looked at, each with what takes back all that follows it. */
const kills = {
  'its answer was on its way': [],
  'its decision was carried out': [`UPDATE agent_sessions SET untold = '[]'`],
  'its decision was stored': [
    `UPDATE agent_sessions SET untold = '[]'`,
    `UPDATE pending_actions SET shown = json_set(shown, '$.state',
       json_object('type', 'decided', 'request', NULL, 'decision', json(:decision)))`,
  ],
} as const;

type Kill = keyof typeof kills;

/** Stops the agent, so that it hears nothing any more, and lets Parley go on; returns what ends it. */
function deafen({ agents }: Started): () => void {
  const [pid] = agents();
  if (pid === undefined) throw new Error('There is no agent.');
  process.kill(-pid, 'SIGSTOP');
  return () => process.kill(-pid, 'SIGKILL');
}

/** Ends Parley as by that kill, with the agent, and starts it again with what is left; returns what the agent then hears. */
async function heardAfter(
  { close, dataDir, workspace }: Started,
  endAgent: () => void,
  { kill, decision }: { kill: Kill; decision?: Decision },
) {
  const closed = close();
  endAgent();
  await closed;
  const database = new DatabaseSync(join(dataDir, 'parley.db'));
  for (const sql of kills[kill])
    database.prepare(sql).run(sql.includes(':decision') ? { decision: JSON.stringify(decision) } : {});
  database.close();
  return heardOnResume(dataDir, workspace.id);
}

async function heardOnResume(dataDir: string, workspaceId: WorkspaceId) {
  const { client } = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.resume({ workspaceId });
  const heard = agentText(await chat.until(said('Heard')));
  await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'idle');
  return heard;
}

const countOf = (text: string, words: string) => text.split(words).length - 1;

const note = { at: null, heading: '', quote: '', text: 'Because of the locks.' };

const decisions: [string, Decision][] = [
  ['is denied with a reason', { type: 'discard', reason: note.text }],
  ['is sent back with notes', { type: 'refine-plan', notes: [note] }],
  ['is approved with notes', { type: 'approve-plan', start: 'here', notes: [note] }],
  [
    'is approved with changes',
    { type: 'approve-plan', start: 'here', notes: [], edited: `# Plan\n\n1. ${note.text}\n` },
  ],
];

const everyKill: readonly Kill[] = [
  'its answer was on its way',
  'its decision was carried out',
  'its decision was stored',
];

test.each(decisions.flatMap(([how, decision]) => everyKill.map((kill) => ({ how, kill, decision }))))(
  'a plan that $how is told to its agent once, with the words, where Parley is killed as $kill',
  async ({ decision, kill }) => {
    const started = await startExternalChat();
    const { chat, client, workspace, send } = started;
    await send('propose');
    const now = await chat.until((seen) => toolParts(seen)[0]?.action?.state.type === 'open');
    const action = toolParts(now)[0]?.action;
    if (action === undefined) throw new Error('No plan came.');
    const endAgent = deafen(started);
    const { id: actionId, fingerprint } = action;
    await client.workspace.decidePreview({ workspaceId: workspace.id, actionId, fingerprint, decision });
    await chat.until((seen) => toolParts(seen)[0]?.action?.state.type === 'ended');
    expect(countOf(await heardAfter(started, endAgent, { kill, decision }), note.text)).toBe(1);
  },
);

test.each(['its answer was on its way', 'its decision was carried out'] as const)(
  'a permission that is denied with a reason is told to its agent once, where Parley is killed as %s',
  async (kill) => {
    const started = await startExternalChat();
    const { chat, client, workspace, send } = started;
    await send('permit');
    await chat.until((seen) => toolParts(seen)[0]?.permission !== undefined);
    const endAgent = deafen(started);
    const place = { chat, client, workspaceId: workspace.id };
    await answerPermission(place, 'run', { choiceId: 'reject', reason: note.text });
    expect(countOf(await heardAfter(started, endAgent, { kill }), note.text)).toBe(1);
  },
);

test('a message that the agent of a new session dies of unheard is in its next prompt, with what was said before', async () => {
  const dataDir = temporaryFolder();
  const env = { FORGETS: 'all', DIED: join(dataDir, 'died') };
  const started = await startExternalChat({ dataDir, env });
  const { id: workspaceId } = started.workspace;
  await started.send('hello');
  await started.turn('idle');
  await started.close();
  withScriptedAgent(dataDir, env);
  const { client, close } = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  const chat = await watchChat(client, workspaceId);
  await client.workspace.sendMessage({ workspaceId, key: 'two', text: 'die unheard', attachments: [] });
  await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'failed');
  await client.workspace.resume({ workspaceId });
  const heard = agentText(await chat.until(said('Heard')));
  expect(heard).toContain('Hello from the script.');
  expect(heard).toMatch(/<\/conversation-so-far>\s+die unheard/);
  await close();
  const third = testApp(dataDir, { env: { PATH: process.env['PATH'], HOME: dataDir } });
  const again = await watchChat(third.client, workspaceId);
  await third.client.workspace.sendMessage({ workspaceId, key: 'three', text: 'Go on.', attachments: [] });
  const isToldAll = said('Go on.');
  // What is said of the sessions in between was said by nobody.
  expect(agentText(await again.until(isToldAll))).not.toContain('Agent called session');
});

test('what is said of a decision waits for a prompt that the agent hears, whatever it says before', async () => {
  const dataDir = temporaryFolder();
  const env = { GREETS: 'yes', DIED: join(dataDir, 'died') };
  const { chat, client, workspace, send } = await startExternalChat({ dataDir, env });
  await send('permit');
  const { id: workspaceId } = workspace;
  const reason = `${note.text}\ndie unheard`;
  await answerPermission({ chat, client, workspaceId }, 'run', { choiceId: 'reject', reason });
  await untilWorkspace(client, workspaceId, ({ turn }) => turn.status === 'failed');
  await client.workspace.resume({ workspaceId });
  const now = await chat.until(said('Heard'));
  expect(agentText(now)).toContain('Back again.');
  expect(countOf(agentText(now), note.text)).toBe(1);
});
