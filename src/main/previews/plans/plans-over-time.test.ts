import { expect, it } from 'vitest';
import type { Transcript } from '../../../shared/transcript/transcript.ts';
import { requestOf } from '../../../shared/previews/preview-state.ts';
import { storesIn } from '../../../../test/main/storage/prepared-database.ts';
import {
  actionsOf,
  answer,
  apply,
  asked,
  call,
  leftAlone,
  previewChat,
  resultOf,
  say,
} from '../../../../test/main/previews/preview-chat.ts';
import {
  approvedText,
  approveFresh,
  approveHere,
  planChat,
  propose,
  refine,
  settled,
  toolNames,
} from '../../../../test/main/previews/plan-chat.ts';

const shown = (now: Transcript) => actionsOf(now).length > 0;

it('lets a decision before the call of resolve settle that call', async () => {
  const chat = await planChat();
  const gate = Promise.withResolvers<void>();
  chat.server.reply(answer(propose()), { ...apply('r1'), after: gate.promise }, say('Done.'));
  await chat.send('Plan it');
  await chat.body(1);
  await chat.chat.until(shown);
  await chat.decide(approveHere());
  gate.resolve();
  const third = await chat.body(2);
  expect(third.messages.at(-1)?.content).toMatchObject([{ content: approvedText }]);
  expect(toolNames(third)).toContain('write_file');
});

it('goes on at once when a plan is approved that the model had left alone', async () => {
  const chat = await leftAlone(await planChat(), propose());
  chat.server.reply(say('On it.'));
  await chat.decide(approveHere());
  const next = await chat.body(4);
  expect(JSON.stringify(next.messages.at(-1))).toContain(`About the preview “A plan”: ${approvedText}`);
  expect(JSON.stringify(next.messages)).toContain('"text":"Go"');
  expect(toolNames(next)).toContain('write_file');
  await chat.turn('idle');
  expect(chat.server.requests).toHaveLength(5);
});

it('starts fresh with the plan alone where the model had left it alone', async () => {
  const chat = await leftAlone(await planChat(), propose());
  chat.server.reply(say('On it.'));
  await chat.decide(approveFresh);
  const next = await chat.body(4);
  expect(next.messages).toHaveLength(1);
  expect(JSON.stringify(next.messages)).toContain('1. Write it.');
  expect(JSON.stringify(next.messages)).not.toContain('Plan it');
});

it('keeps what the person writes after a fresh start', async () => {
  const chat = await leftAlone(await planChat(), propose());
  const gate = Promise.withResolvers<void>();
  chat.server.reply({ ...say('On it.'), after: gate.promise }, say('Noted.'));
  await chat.decide(approveFresh);
  await chat.body(4);
  await chat.send('And mind the tests');
  gate.resolve();
  expect(JSON.stringify((await chat.body(5)).messages)).toContain('And mind the tests');
});

it('goes on at once with the notes when a plan is sent back that the model had left alone', async () => {
  const chat = await leftAlone(await planChat(), propose());
  chat.server.reply(say('I see.'));
  await chat.decide(refine);
  const next = await chat.body(4);
  expect(JSON.stringify(next.messages.at(-1))).toContain('Refinement feedback on the plan:\\n\\n## Steps\\n');
  expect(toolNames(next)).toContain('propose_plan');
});

it('waits again after a restart, and goes on from there', async () => {
  const chat = await planChat();
  chat.server.reply(answer(propose()), apply('r1'), say('Done.'));
  await chat.send('Plan it');
  await chat.chat.until(asked);
  await chat.close();
  const next = await chat.restart();
  await next.chat.until(asked);
  await next.decide(approveHere());
  expect(toolNames(await chat.body(2))).toContain('write_file');
  const seen = await next.chat.until((now) => resultOf(now, 'r1') !== undefined);
  expect(resultOf(seen, 'r1')).toEqual({ ok: true, text: approvedText });
});

it('brings an approval to its end that the end of the process cut off, once', async () => {
  const chat = await planChat();
  chat.server.reply(answer(propose()), apply('r1'), say('Done.'));
  await chat.send('Plan it');
  await chat.chat.until(asked);
  await chat.close();
  const stores = storesIn(chat.dataDir);
  const [action] = stores.actions.pending(chat.workspaceId);
  if (action === undefined) throw new Error('Nothing is pending.');
  const resolution = { action: 'apply', decidedBy: 'user', words: null } as const;
  const { shown } = action;
  const request = requestOf(shown.state);
  const state = { type: 'carrying-out', request, decision: approveFresh, resolution } as const;
  stores.actions.save({ ...action, shown: { ...shown, state } });
  stores.close();
  await chat.restart();
  const third = await chat.body(2);
  expect(third.messages).toHaveLength(1);
  expect(JSON.stringify(third.messages).split('Plan: A plan')).toHaveLength(2);
});

it('goes on after a restart with what was decided just before the end of the process', async () => {
  const chat = await leftAlone(await planChat(), propose());
  await chat.close();
  const stores = storesIn(chat.dataDir);
  const [action] = stores.actions.pending(chat.workspaceId);
  if (action === undefined) throw new Error('Nothing is pending.');
  const state = { type: 'decided', request: null, decision: approveHere() } as const;
  stores.actions.save({ ...action, shown: { ...action.shown, state } });
  stores.close();
  chat.server.reply(say('On it.'));
  const next = await chat.restart();
  expect(toolNames(await chat.body(4))).toContain('write_file');
  await next.chat.until(settled);
});

it('takes the first of two windows’ decisions, and the same one twice', async () => {
  const chat = await planChat();
  chat.server.reply(answer(propose()), apply('r1'), say('Done.'));
  await chat.send('Plan it');
  await chat.chat.until(asked);
  const edited = approveHere({ edited: '# A plan\n\nDo it well.\n' });
  await Promise.all([chat.decide(edited), chat.decide(edited)]);
  await expect(chat.decide({ type: 'discard' })).rejects.toMatchObject({ code: 'preview-settled' });
  await chat.chat.until(settled);
  expect(chat.action().outcome).toMatchObject({ type: 'applied' });
});

it('decides nothing about another fingerprint, nor with a plan’s decision about an edit', async () => {
  const chat = await previewChat();
  chat.server.reply(answer(call('w1', 'write_file', { path: 'b.txt', content: 'b' })), apply('r1'));
  await chat.send('Go');
  await chat.chat.until(asked);
  await expect(chat.decide(approveHere())).rejects.toMatchObject({ code: 'stale-preview' });
  expect(chat.action().outcome).toBeNull();
});

it('lets a decision of the person stand before a newer plan of the model', async () => {
  const chat = await planChat();
  const gate = Promise.withResolvers<void>();
  const another = { ...answer(propose('p2')), after: gate.promise };
  chat.server.reply(answer(propose()), another, apply('r1'), say('I see.'));
  await chat.send('Plan it');
  await chat.body(1);
  await chat.chat.until(shown);
  await chat.decide(refine);
  gate.resolve();
  expect((await chat.body(2)).messages.at(-1)?.content[0]).toMatchObject({ is_error: true });
  expect(JSON.stringify((await chat.body(3)).messages.at(-1))).toContain('In plain words');
});
