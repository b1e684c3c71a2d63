import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { WorkspaceId } from '../../src/shared/ids.ts';
import { applyEvent } from '../../src/shared/transcript/apply-event.ts';
import type { Presence, ToolPart, Transcript } from '../../src/shared/transcript/transcript.ts';
import { messageOf } from '../../src/shared/thrown-error.ts';
import { firstWorkspace } from './first-workspace.ts';
import { type PatientAsker, patientAskers } from './patient-askers.ts';
import { onStage } from './stage.ts';
import { openWindow, type TrialWindow } from '../../test/main/http/trial-window.ts';

/**
 * Lets askers of every kind wait at the same time, for longer than timeouts and idle connections usually last,
 * and then answers them. Each must read its answer, and none may have lost its card.
 */
const { values } = parseArgs({ options: { minutes: { type: 'string', default: '6' } } });
const minutes = Number(values.minutes);

/** The calls from outside in a chat, once there are so many. */
async function callsIn(window: TrialWindow, workspaceId: WorkspaceId, count: number): Promise<ToolPart[]> {
  let transcript: Transcript = { messages: [], hasEarlier: false };
  for await (const item of await window.client.workspace.watch({ workspaceId })) {
    transcript = item.type === 'snapshot' ? item.state.transcript : applyEvent(transcript, item.event);
    const calls = transcript.messages.flatMap((message) =>
      message.role === 'outside' ? message.parts.filter((part) => part.type === 'tool') : [],
    );
    if (calls.length === count) return calls;
  }
  throw new Error('The chat ended.');
}

function presenceOf(call: ToolPart): Presence | undefined {
  if (call.kind === 'preview') return call.presence;
  return 'ask' in call ? call.ask?.presence : undefined;
}

async function decide(window: TrialWindow, workspaceId: WorkspaceId, call: ToolPart): Promise<void> {
  const { toolCallId } = call;
  const { workspace } = window.client;
  if (call.kind === 'preview' && call.action !== undefined) {
    const { id: actionId, fingerprint } = call.action;
    const decision = { type: 'approve-plan' as const, start: 'here' as const, notes: [] };
    await workspace.decidePreview({ workspaceId, actionId, fingerprint, decision });
    return;
  }
  const answers = (('ask' in call && call.ask?.questions) || []).map(({ id }) => ({
    questionId: id,
    picks: ['First'],
  }));
  await workspace.answerAskUserQuestion({ workspaceId, toolCallId, answers });
}

/** Asks, and returns how long it took and whether the asker reads what it should. */
async function outcomeOf({ name, asks, reads }: PatientAsker) {
  const began = performance.now();
  const text = await asks().catch(messageOf);
  const waitedSeconds = Math.round((performance.now() - began) / 1_000);
  return { name, waitedSeconds, answered: text === reads, ...(text !== reads && { read: text }) };
}

await onStage(async ({ host, dataDir, workspaceDir }) => {
  await host.start();
  const window = await openWindow(host.address);
  const { id } = await firstWorkspace(window);
  const askers = await patientAskers({ dataDir, workspaceDir }, (minutes + 5) * 60_000);
  const outcomes = askers.map(outcomeOf);
  await callsIn(window, id, askers.length);
  await delay(minutes * 60_000);
  const calls = await callsIn(window, id, askers.length);
  const gone = calls.filter((call) => presenceOf(call) !== 'waiting').length;
  const began = performance.now();
  await Promise.all(calls.map((call) => decide(window, id, call)));
  const read = await Promise.all(outcomes);
  const answerToAllReadMs = Math.round(performance.now() - began);
  window.close();
  const figures = { minutes, askers: read.length, gone, answerToAllReadMs, read };
  process.stdout.write(`${JSON.stringify(figures, null, 2)}\n`);
  process.exitCode = gone === 0 && read.every(({ answered }) => answered) ? 0 : 1;
});
