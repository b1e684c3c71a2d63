import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { actionsOf, answer, apply, asked, call, say } from '../../../../test/main/previews/preview-chat.ts';
import {
  approvedText,
  approveFresh,
  approveHere,
  note,
  planChat,
  planText,
  propose,
  refine,
  settled,
  toolNames,
} from '../../../../test/main/previews/plan-chat.ts';
import { testApp } from '../../../../test/main/test-app.ts';
import { noPlan } from './implicit-plan.ts';

const submit = (id: string, extra?: Record<string, unknown>) =>
  call(id, 'resolve', { action: 'apply', reason: 'Ready', ...(extra === undefined ? {} : { extra }) });
const modeOf = async (chat: Awaited<ReturnType<typeof planChat>>) => {
  const plan = chat.client.app.watch({});
  for await (const item of await plan) if (item.type === 'snapshot') return item.state.workspaces[0]?.mode;
  throw new Error('There is no snapshot.');
};

/** A chat whose plan waits for the person, with what the model answers after that. */
async function proposed(...then: ReturnType<typeof say>[]) {
  const chat = await planChat();
  chat.server.reply(answer(propose()), apply('r1', 'Ready'), ...then);
  await chat.send('Plan it');
  await chat.chat.until(asked);
  return chat;
}

it('shows a plan, keeps it in a private file, forces resolve, and waits', async () => {
  const chat = await proposed();
  const [first, second] = [await chat.body(0), await chat.body(1)];
  expect(toolNames(first)).toEqual(expect.arrayContaining(['propose_plan', 'resolve']));
  expect(toolNames(first)).not.toContain('write_file');
  expect(first.tool_choice, 'nothing is pending yet').not.toMatchObject({ type: 'tool' });
  expect(second.tool_choice).toMatchObject({ type: 'tool', name: 'resolve' });
  expect(chat.action()).toMatchObject({
    label: 'A plan',
    sourceToolName: 'propose_plan',
    request: { reason: 'Ready' },
    preview: {
      type: 'plan',
      title: 'A plan',
      plan: planText,
      file: 'A-plan-plan.md',
      revision: null,
    },
  });
  const file = join(chat.dataDir, 'plans', chat.workspaceId, 'A-plan-plan.md');
  expect(readFileSync(file, 'utf8')).toBe(planText);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

it('goes on in this chat once it is approved, and the very next request has exec mode’s tools', async () => {
  const chat = await proposed(say('Done.'));
  await chat.decide(approveHere({ notes: [note] }));
  const third = await chat.body(2);
  expect(toolNames(third)).toEqual(expect.arrayContaining(['write_file', 'edit_file', 'delete_file']));
  expect(toolNames(third)).not.toContain('propose_plan');
  expect(toolNames(third)).not.toContain('resolve');
  expect(third.messages.at(-1)?.content).toMatchObject([
    {
      content: `${approvedText}\nThe user added: ## Steps\n- “Write it.”: In plain words`,
    },
  ]);
  expect(JSON.stringify(third.messages)).toContain('Plan it');
  await chat.chat.until(settled);
  expect(chat.action().outcome).toMatchObject({ type: 'applied', decidedBy: 'user' });
  expect(await modeOf(chat)).toBe('exec');
});

it('takes along nothing but the plan where the person starts fresh, also for all later messages', async () => {
  const chat = await proposed(say('Done.'), say('Yes.'));
  await chat.decide(approveFresh);
  const third = await chat.body(2);
  expect(toolNames(third)).toContain('write_file');
  expect(third.messages).toHaveLength(1);
  expect(JSON.stringify(third.messages)).toContain('1. Write it.');
  expect(JSON.stringify(third.messages)).not.toContain('Plan it');
  await chat.turn('idle');
  await chat.send('Is it done?');
  const { messages } = await chat.body(3);
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user']);
  expect(JSON.stringify(messages)).not.toContain('Plan it');
});

it('takes the person’s notes along where they start fresh', async () => {
  const chat = await proposed(say('Done.'));
  await chat.decide({ type: 'approve-plan', start: 'fresh', notes: [note] });
  const { messages } = await chat.body(2);
  expect(messages).toHaveLength(1);
  expect(messages[0]?.content.at(-1)?.['text']).toMatch(
    /\n\nThe user added: ## Steps\n- “Write it\.”: In plain words$/,
  );
});

it('sends a plan back with the notes grouped by heading, and shows what the revision changed', async () => {
  const chat = await proposed(
    answer(propose('p2', planText.replace('Write it', 'Write it plainly'))),
    apply('r2'),
  );
  await chat.decide(refine);
  const third = await chat.body(2);
  expect(third.messages.at(-1)?.content).toMatchObject([
    { content: 'Refinement feedback on the plan:\n\n## Steps\n- “Write it.”: In plain words' },
  ]);
  expect(toolNames(third)).toContain('propose_plan');
  await chat.chat.until((now) => actionsOf(now).length === 2 && asked(now));
  expect(chat.action(0).outcome).toMatchObject({ type: 'refined', superseded: true });
  expect(JSON.stringify(chat.action(1).preview)).toContain('"-1. Write it.","+1. Write it plainly."');
});

it('sends a plan back with nothing but the person’s edit of it', async () => {
  const chat = await proposed(say('I see.'));
  await chat.decide({ type: 'refine-plan', notes: [], edited: planText.replace('2. Read it.\n', '') });
  const [result] = (await chat.body(2)).messages.at(-1)?.content ?? [];
  expect(result?.['content']).toMatch(
    /^Refinement feedback on the plan:\n\nThe user also edited the plan:\n--- A-plan-plan\.md\n[^]*\n-2\. Read it\.$/,
  );
});

it('approves the plan as the person edited it, and tells the model of the edit', async () => {
  const chat = await proposed(say('Done.'));
  const edited = planText.replace('2. Read it.\n', '');
  await chat.decide(approveHere({ edited }));
  const { messages } = await chat.body(2);
  expect(messages.at(-1)?.content[0]?.['content']).toBe(
    [
      approvedText,
      'The user edited it before applying:',
      '--- A-plan-plan.md',
      '+++ A-plan-plan.md',
      '@@ -3,4 +3,3 @@',
      ' ## Steps',
      ' ',
      ' 1. Write it.',
      '-2. Read it.',
    ].join('\n'),
  );
  expect(readFileSync(join(chat.dataDir, 'plans', chat.workspaceId, 'A-plan-plan.md'), 'utf8')).toBe(edited);
  await chat.chat.until(settled);
  expect(chat.action().preview).toMatchObject({ plan: edited });
});

it('stays in plan mode when the plan is discarded', async () => {
  const chat = await proposed(say('Fine.'));
  await chat.decide({ type: 'discard', reason: 'Not now' });
  const third = await chat.body(2);
  expect(third.messages.at(-1)?.content).toMatchObject([{ content: 'Discarded: A plan. Reason: Not now' }]);
  expect(toolNames(third)).toContain('propose_plan');
  expect(toolNames(third)).not.toContain('write_file');
});

it('asks about plans also where edits are applied without asking', async () => {
  const chat = await planChat();
  await chat.client.workspace.setApprovals({ workspaceId: chat.workspaceId, approvals: 'auto-edits' });
  chat.server.reply(answer(propose()), apply('r1'), say('Done.'));
  await chat.send('Plan it');
  await chat.chat.until(asked);
  expect(chat.action().outcome).toBeNull();
  expect(chat.server.requests).toHaveLength(2);
});

it('supersedes the older plan by a newer one', async () => {
  const chat = await planChat();
  chat.server.reply(answer(propose()), answer(propose('p2', '# Other', 'Other')), apply('r1'), say('Done.'));
  await chat.send('Plan it');
  const seen = await chat.chat.until(asked);
  expect(actionsOf(seen).map(({ outcome }) => outcome?.type)).toEqual(['superseded', undefined]);
  await expect(chat.decide(approveHere(), 0)).rejects.toMatchObject({ code: 'preview-settled' });
  await chat.decide(approveHere(), 1);
  expect(JSON.stringify((await chat.body(3)).messages.at(-1))).toContain('Plan approved: Other.');
});

it.each([
  ['!!!', 'No file can be named after the title “!!!”: it has no letters and no digits. Give another title.'],
])('refuses the title %j', async (title, problem) => {
  const chat = await planChat();
  chat.server.reply(answer(propose('p1', planText, title)), say('Oh.'));
  await chat.send('Plan it');
  expect((await chat.body(1)).messages.at(-1)?.content).toMatchObject([{ is_error: true, content: problem }]);
  await chat.turn('idle');
  expect(actionsOf(chat.chat.transcript())).toEqual([]);
});

it('leaves the plan undecided when the person writes instead', async () => {
  const chat = await proposed(say('Because.'));
  await chat.send('Why?');
  expect((await chat.body(2)).messages.at(-1)?.content).toMatchObject([
    { is_error: true, content: 'User responded in chat; the preview is still undecided' },
    { type: 'text', text: 'Why?' },
  ]);
  await chat.turn('idle');
  expect(chat.action().outcome).toBeNull();
});

it('submits by resolve alone what the model wrote in this turn, under the title it gives', async () => {
  const chat = await planChat();
  chat.server.reply(
    answer({ type: 'text', text: '# From the text\n\nDo it.' }, submit('r1', { title: 'My title' })),
    say('Done.'),
  );
  await chat.send('Plan it');
  await chat.chat.until(asked);
  expect(chat.action()).toMatchObject({
    label: 'My title',
    preview: { title: 'My title', plan: '# From the text\n\nDo it.', file: 'My-title-plan.md' },
  });
  await chat.decide(approveHere());
  expect(toolNames(await chat.body(1))).toContain('write_file');
});

it('says that there is no plan where nothing was proposed and nothing written in this turn', async () => {
  const chat = await planChat();
  chat.server.reply(say('# A plan of the turn before'), answer(submit('r1', { title: 'x' })), say('Oh.'));
  await chat.send('Plan it');
  await chat.body(0);
  await chat.turn('idle');
  await chat.send('Go on');
  expect((await chat.body(2)).messages.at(-1)?.content).toMatchObject([{ is_error: true, content: noPlan }]);
});

it('submits the proposed plan that still waits, by resolve alone', async () => {
  const chat = await proposed(say('Because.'), answer(submit('r2', { title: 'x' })), say('Done.'));
  await chat.send('Why?');
  await chat.body(2);
  await chat.turn('idle');
  await chat.send('I see. Ask me again');
  await chat.chat.until(asked);
  await chat.decide(approveHere());
  expect(JSON.stringify((await chat.body(4)).messages.at(-1))).toContain('Plan approved: A plan.');
});

it('refuses what writes while the chat is in plan mode', async () => {
  const chat = await planChat();
  chat.server.reply(answer(call('w1', 'write_file', { path: 'b.txt', content: 'b' })), say('Oh.'));
  await chat.send('Write it');
  expect((await chat.body(1)).messages.at(-1)?.content).toMatchObject([
    { is_error: true, content: 'write_file is available in exec mode only.' },
  ]);
});

it('gives a plan to be read again: its file, and of an older one with the same file what its card shows', async () => {
  const chat = await planChat();
  chat.server.reply(answer(propose()), answer(propose('p2', '# Newer\n')), apply('r1'), say('Done.'));
  await chat.send('Plan it');
  await chat.chat.until(asked);
  const { workspaceId } = chat;
  const read = (index?: number) =>
    chat.client.workspace.readPlan({
      workspaceId,
      ...(index === undefined ? {} : { actionId: chat.action(index).id }),
    });
  const newest = await read();
  expect(newest).toMatchObject({ title: 'A plan', plan: '# Newer\n' });
  writeFileSync(newest.path, '# Written by hand\n');
  expect((await read(1)).plan).toBe('# Written by hand\n');
  expect((await read(0)).plan).toBe(planText);
  rmSync(newest.path);
  expect((await read()).plan).toBe('# Newer\n');
});

it('has no plan to read where none was proposed, and deletes the files of a chat that is gone', async () => {
  const chat = await planChat();
  const { workspaceId } = chat;
  await expect(chat.client.workspace.readPlan({ workspaceId })).rejects.toMatchObject({
    code: 'no-such-plan',
  });
  chat.server.reply(answer(propose()), apply('r1'));
  await chat.send('Plan it');
  await chat.chat.until(asked);
  const { path } = await chat.client.workspace.readPlan({ workspaceId });
  await chat.client.workspace.remove({ workspaceId });
  await chat.close();
  expect(existsSync(path)).toBe(true);
  testApp(chat.dataDir, {});
  expect(existsSync(path)).toBe(false);
});
