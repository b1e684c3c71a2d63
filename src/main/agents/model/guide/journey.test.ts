import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { optionsOf } from '../../../../shared/questions/question-kinds.ts';
import type { Decision } from '../../../../shared/previews/decision.ts';
import { temporaryFolder } from '../../../../../test/main/temporary-folder.ts';
import { answerPermission } from '../../../../../test/main/permissions/permission-chat.ts';
import { approveFresh, approveHere, refine } from '../../../../../test/main/previews/plan-chat.ts';
import { actionsOf } from '../../../../../test/main/previews/preview-chat.ts';
import { said, waits } from '../../../../../test/main/start-chat.ts';
import { agentText, testApp, toolParts, watchChat } from '../../../../../test/main/test-app.ts';
import type { AgentChoice } from '../providers.ts';
import { createGuide } from './guide.ts';

const quickGuide = (confined: boolean): AgentChoice => ({
  ok: true,
  agent: {
    name: 'Guide',
    model: 'Built-in guide',
    languageModel: async () =>
      createGuide(
        async () => confined,
        async () => {},
      ),
  },
});

const manifest = '{"name": "tide-tables", "bin": {"tide": "cli.js"}, "scripts": {"test": "y"}}';

/**
 * A chat whose guide has asked about a README, and proposes a plan from the first option of each question; `confined`
 * where commands would be.
 */
async function planned(readme?: string, confined = true) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), manifest);
  if (readme !== undefined) writeFileSync(join(folder, 'README.md'), readme);
  const { client } = testApp(temporaryFolder(), { agentFor: () => quickGuide(confined) });
  const { id: workspaceId } = await client.workspace.create({ folder });
  const chat = await watchChat(client, workspaceId);
  const send = (text: string) => client.workspace.sendMessage({ workspaceId, key: text, text });
  /** The action with this number, once a call of `resolve` waits with it. */
  const asked = async (index: number) => {
    const seen = await chat.until((now) => {
      const action = actionsOf(now)[index];
      return action !== undefined && action.request !== null && action.outcome === null;
    });
    const action = actionsOf(seen)[index];
    if (action === undefined) throw new Error('There is no such preview.');
    return action;
  };
  const decide = async (index: number, decision: Decision) => {
    const { id: actionId, fingerprint } = await asked(index);
    await client.workspace.decidePreview({ workspaceId, actionId, fingerprint, decision });
  };
  await send('Plan a README');
  const part = toolParts(await chat.until(waits(1))).find(({ ask }) => ask !== null);
  if (part?.ask === null || part?.ask === undefined) throw new Error('Nothing waits.');
  const answers = part.ask.questions.map((question) => ({
    questionId: question.id,
    picks: [optionsOf(question)[0]?.label ?? ''],
  }));
  await client.workspace.answerAskUserQuestion({ workspaceId, toolCallId: part.toolCallId, answers });
  /** Waits until the tests are to be run, and denies it where that is wanted; returns the command. */
  const runTests = async (denied: boolean) => {
    const runs = (now: Parameters<typeof toolParts>[0]) => toolParts(now).find(({ kind }) => kind === 'run');
    const call = runs(await chat.until((now) => runs(now)?.permission?.settlement === null));
    if (denied)
      await answerPermission({ client, chat, workspaceId }, call?.toolCallId ?? '', { choiceId: 'no' });
    return call?.permission?.subject.type === 'command' ? call.permission.subject.line : null;
  };
  const at = join(folder, 'README.md');
  const read = () => (existsSync(at) ? readFileSync(at, 'utf8') : null);
  return { chat, send, asked, decide, read, runTests, client, workspaceId };
}

it('goes from questions over an approved plan to one small change, and takes it back on request', async () => {
  const { chat, send, asked, decide, read, runTests } = await planned();
  const plan = await asked(0);
  expect(plan).toMatchObject({ label: 'A README', sourceToolName: 'propose_plan' });
  expect(agentText(chat.transcript())).toContain('“People who use it');
  await decide(0, approveHere());
  expect((await asked(1)).label).toBe('Create README.md');
  expect(read()).toBeNull();
  await decide(1, { type: 'apply' });
  await chat.until(said('`README.md` is written as you saw it.'));
  expect(await runTests(true)).toBe('npm test');
  await chat.until(said('I did not run `npm test`. That’s as far as I go offline.'));
  expect(read()).toContain('# tide-tables');
  expect(read()).toContain('npm run test');
  await send('Undo that, please');
  expect((await asked(2)).label).toBe('Delete README.md');
  await decide(2, { type: 'apply' });
  await chat.until(said('It is as it was before.'));
  expect(read()).toBeNull();
});

it('adds to a README that is there after its intro, with its line ends, starting fresh, and takes exactly that back', async () => {
  const before = '# Tides\r\n\r\nWhen the sea comes.\r\n\r\n## Data\r\n';
  const { chat, send, asked, decide, read, runTests } = await planned(before);
  await decide(0, approveFresh);
  expect((await asked(1)).label).toBe('Edit README.md');
  await decide(1, { type: 'apply' });
  await chat.until(said('is written as you saw it'));
  expect(await runTests(false), 'left open: the next message is about the change').toBe('npm test');
  expect(read()).toMatch(
    /^# Tides\r\n\r\nWhen the sea comes\.\r\n\r\n## Quick start\r\n[^]*\n\r\n## Data\r\n$/,
  );
  expect(read()).not.toMatch(/[^\r]\n/);
  await send('undo');
  await decide(2, { type: 'apply' });
  await chat.until(said('It is as it was before.'));
  expect(read()).toBe(before);
});

it('asks to run nothing where it would not be confined', async () => {
  const { chat, asked, decide } = await planned(undefined, false);
  await decide(0, approveHere());
  expect((await asked(1)).label).toBe('Create README.md');
  await decide(1, { type: 'apply' });
  const seen = await chat.until(said('That’s as far as I go offline. Connect a model to finish the plan.'));
  expect(agentText(seen)).not.toContain('npm test');
  expect(toolParts(seen).filter(({ kind }) => kind === 'run')).toEqual([]);
});

it('fills an empty README, and takes that back without deleting it', async () => {
  const { chat, send, asked, decide, read } = await planned('', false);
  await decide(0, approveHere());
  expect((await asked(1)).label).toBe('Edit README.md');
  await decide(1, { type: 'apply' });
  await chat.until(said('is written as you saw it'));
  expect(read()).toContain('# tide-tables');
  await send('undo');
  expect((await asked(2)).label).toBe('Edit README.md');
  await decide(2, { type: 'apply' });
  await chat.until(said('It is as it was before.'));
  expect(read()).toBe('');
});

it('works notes into a revised plan, and follows what is typed instead of deciding', async () => {
  const { chat, send, asked, decide } = await planned();
  await decide(0, refine);
  const revised = await asked(1);
  expect(revised.preview).toMatchObject({ type: 'plan' });
  expect(JSON.stringify(revised.preview)).toContain('In plain words');
  expect(revised.preview.type === 'plan' && revised.preview.revision).not.toBeNull();
  await send('make it short');
  const short = await asked(2);
  expect(JSON.stringify(short.preview)).toContain('make it short');
  expect(actionsOf(chat.transcript())[1]?.outcome?.type).toBe('superseded');
  await decide(2, { type: 'discard', reason: 'No' });
  await chat.until(said('that plan is off the table'));
});

it('points to the button when a message only agrees, and leaves the plan as it is', async () => {
  const { chat, send, asked, decide, read } = await planned();
  const plan = await asked(0);
  await send('Looks good, go ahead');
  await chat.until(said('press **Approve plan** on its card'));
  expect(actionsOf(chat.transcript())).toHaveLength(1);
  expect(read()).toBeNull();
  await send('yes');
  await chat.until((now) => toolParts(now).filter(({ toolName }) => toolName === 'resolve').length === 3);
  expect((await asked(0)).id).toBe(plan.id);
  await decide(0, approveHere());
  expect((await asked(1)).label).toBe('Create README.md');
});

it('carries the notes and edits of every round along, word for word', async () => {
  const { asked, decide } = await planned();
  const textOf = async (index: number) => {
    const { preview } = await asked(index);
    return preview.type === 'plan' ? preview.plan : '';
  };
  const first = await textOf(0);
  const [, quote = ''] = /^1\. (.*)$/m.exec(first) ?? [];
  await decide(0, {
    type: 'refine-plan',
    notes: [{ at: 1, heading: 'Steps', quote, text: 'Leave *this* out' }],
    edited: first.replace(/^2\. .*$/m, '2. Ask a friend.'),
  });
  const second = await textOf(1);
  expect(second).toContain('Leave \\*this\\* out');
  expect(second).toMatch(/```diff[^]*^\+2\. Ask a friend\.$[^]*^```$/m);
  await decide(1, {
    type: 'refine-plan',
    notes: [{ at: null, heading: '', quote: '', text: 'Also mention the licence' }],
  });
  const third = await textOf(2);
  expect(third).toContain('Leave \\*this\\* out');
  expect(third).toContain('Also mention the licence');
});

it('leaves the folder alone when its change is discarded, and has nothing to undo then', async () => {
  const { chat, send, decide, read } = await planned();
  await decide(0, approveHere());
  await decide(1, { type: 'discard' });
  await chat.until(said('nothing was written'));
  expect(read()).toBeNull();
  await send('undo');
  await chat.until(said('There is no change of mine to undo.'));
});

it('has nothing to undo once the person has undone it on the card', async () => {
  const { chat, send, decide, read, client, workspaceId } = await planned();
  await decide(0, approveHere());
  await decide(1, { type: 'apply' });
  const seen = await chat.until(said('is written as you saw it'));
  const actionId = actionsOf(seen)[1]?.id;
  if (actionId === undefined) throw new Error('There is no change.');
  await client.workspace.undoPreview({ workspaceId, actionId });
  expect(read()).toBeNull();
  await send('undo');
  await chat.until(said('There is no change of mine to undo.'));
});
