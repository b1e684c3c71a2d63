import { expect, test } from 'vitest';
import {
  agentMessage,
  deniedCommand,
  openEdit,
  toolCall,
  userMessage,
} from '../../../../test/renderer/transcript-samples.ts';
import type { Message, Part } from '../../../shared/transcript/transcript.ts';
import { createRowMaker } from './transcript-rows.ts';
import { workedTime } from './worked-time.ts';

const minute = 60_000;

const text = (startedAt: number, endedAt: number): Part => ({
  type: 'text',
  text: 'So it is.',
  span: { startedAt, endedAt },
});

function worked(...messages: Message[]): number | null {
  return workedTime(createRowMaker()(messages).filter(({ speaker }) => speaker === 'agent'));
}

test('a turn takes from its first message to the end of its last, over all its steps', () => {
  const first = { ...agentMessage(2, text(minute, 2 * minute)), createdAt: minute };
  const second = { ...agentMessage(3, text(3 * minute, 4 * minute)), createdAt: 3 * minute };
  expect(worked({ ...userMessage(1), createdAt: 0 }, first, second)).toBe(3 * minute);
});

test('the time in which a card waits for the person is not the agent’s', () => {
  const denied = deniedCommand('call', 'npm test');
  const { permission } = denied;
  if (!permission?.settlement) throw new Error('it was denied');
  const settlement = { ...permission.settlement, at: 3 * minute };
  const waited = { ...denied, permission: { ...permission, openedAt: minute, settlement } };
  const message = { ...agentMessage(2, waited, text(3 * minute, 4 * minute)), createdAt: 0 };
  expect(worked(message)).toBe(2 * minute);
});

test('nothing is said of a turn with a preview, while which the agent may work on, nor of none', () => {
  const staged = { ...toolCall('e', 'edit_file'), kind: 'preview' as const, action: openEdit('e') };
  expect(worked(agentMessage(2, staged, text(0, minute)))).toBeNull();
  expect(worked()).toBeNull();
});
