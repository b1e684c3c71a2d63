import { expect, test } from 'vitest';
import type { ToolCallId } from '../../../shared/ids.ts';
import type { WaitingKind } from '../../../shared/workspace/workspace.ts';
import { inboxName } from '../../../shared/workspace/workspace-link.ts';
import { idOf, workspace } from '../../../../test/renderer/workspace-samples.ts';
import type { Recipient } from './composer-state.ts';
import { recipientAmong } from './recipient.ts';

function callId(name: string): ToolCallId {
  if (!isCallId(name)) throw new Error('A call needs an id');
  return name;
}

function isCallId(name: string): name is ToolCallId {
  return name !== '';
}

type Chat = { own?: number; id?: string; chosen?: Recipient | null };

/** Who gets the message where these cards of outside askers wait, and so many of the chat's own agent. */
function recipient(cards: string[], { own = 0, id = 'chat', chosen = null }: Chat = {}): Recipient {
  const waitingFor: WaitingKind[] = own > 0 ? ['outside', 'question'] : ['outside'];
  const outsideAsks = cards.map((name) => ({ toolCallId: callId(name), asker: name, prompt: 'Which?' }));
  const waiting = cards.length + own;
  return recipientAmong(workspace('chat', { id: idOf(id), waiting, waitingFor, outsideAsks }), chosen);
}

test('one outside asker that waits gets the message, unless the chat waits with it', () => {
  expect(recipient([])).toBe('agent');
  expect(recipient(['one'])).toBe('one');
  expect(recipient(['one'], { own: 1 })).toBe('agent');
  expect(recipient(['one'], { own: 1, id: inboxName })).toBe('one');
});

test('of several nobody is chosen for the person', () => {
  expect(recipient(['one', 'two'])).toBe('agent');
  expect(recipient(['one', 'two'], { chosen: callId('two') })).toBe('two');
});

test('a choice counts as long as its card waits', () => {
  expect(recipient(['one'], { chosen: 'agent' })).toBe('agent');
  expect(recipient(['one'], { chosen: callId('gone') })).toBe('one');
});
