import { describe, expect, test } from 'vitest';
import {
  agentMessage,
  deniedCommand,
  openEdit,
  toolCall,
} from '../../../../test/renderer/transcript-samples.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import type { AgentMessage, Part, StagingPart } from '../../../shared/transcript/transcript.ts';
import { workedTime } from './worked-time.ts';

const minute = 60_000;

const span = (from: number, to: number) => ({ startedAt: from * minute, endedAt: to * minute });

const text = (from: number, to: number): Part => ({ type: 'text', text: 'So it is.', span: span(from, to) });

function message(id: number, from: number, ...parts: Part[]): AgentMessage {
  const made = agentMessage(id, ...parts);
  if (made.role !== 'agent') throw new Error('it is the agent’s');
  return { ...made, createdAt: from * minute };
}

test('a turn takes from its first message to the end of its last, over all its steps', () => {
  expect(workedTime([message(2, 1, text(1, 2)), message(3, 3, text(3, 4))])).toBe(3 * minute);
});

test('the time in which a card waits for the person is not the agent’s', () => {
  const denied = deniedCommand('call', 'npm test');
  const { permission } = denied;
  if (!permission?.settlement) throw new Error('it was denied');
  const settlement = { ...permission.settlement, at: 3 * minute };
  const waited = { ...denied, permission: { ...permission, openedAt: minute, settlement } };
  expect(workedTime([message(2, 0, waited, text(3, 4))])).toBe(2 * minute);
});

describe('a turn with a preview', () => {
  /** An edit staged within a minute, and decided at a time or never. */
  function edit(from: number, decided: number | null): StagingPart {
    const open = openEdit('e');
    const state: PendingAction['state'] =
      decided === null
        ? open.state
        : {
            type: 'ended',
            resolvedBy: null,
            settlement: { at: decided * minute, outcome: { type: 'superseded' } },
            undoing: false,
          };
    const action = { ...open, openedAt: (from + 1) * minute, state };
    return { ...toolCall('e', 'edit_file', { span: span(from, from + 1) }), kind: 'preview', action };
  }

  const resolve = (from: number, to: number): StagingPart => ({
    ...toolCall('r', 'resolve', { span: span(from, to) }),
    kind: 'preview',
  });

  test('counts what the agent does while it is open, and not its wait for the decision', () => {
    const turn = [message(2, 0, edit(0, 6)), message(3, 1, text(1, 3), resolve(3, 6), text(6, 8))];
    expect(workedTime(turn)).toBe(5 * minute);
  });

  test('counts the writing of a change that was decided while its call ran', () => {
    const call = { ...edit(0, 5), span: span(0, 7) };
    expect(workedTime([message(2, 0, call, text(7, 8))])).toBe(4 * minute);
  });

  test('does not count the time between turns in which one was left open', () => {
    const turn = [message(2, 0, edit(0, 9), text(1, 2)), message(3, 9, text(9, 10))];
    expect(workedTime(turn)).toBe(3 * minute);
  });

  test('counts all of a turn that left one open', () => {
    expect(workedTime([message(2, 0, edit(0, null), text(1, 4))])).toBe(4 * minute);
  });
});

test('nothing is said of no messages, nor where it is not known when a preview’s call ran', () => {
  const staged = { ...toolCall('e', 'edit_file'), kind: 'preview' as const, action: openEdit('e') };
  expect(workedTime([message(2, 0, staged, text(0, 1))])).toBeNull();
  expect(workedTime([])).toBeNull();
});
