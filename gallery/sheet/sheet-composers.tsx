import { useState } from 'react';
import type { MessageId, WorkspaceId } from '../../src/shared/ids.ts';
import type { Message, Part } from '../../src/shared/transcript/transcript.ts';
import type { Workspace } from '../../src/shared/workspace/workspace.ts';
import { type Companion, createCompanion } from '../../src/renderer/companion.ts';
import { Composer } from '../../src/renderer/composer/composer.tsx';
import { ParleyContext } from '../../src/renderer/parley-context.tsx';
import { emptyComposer } from '../../src/renderer/state/composer/composer-state.ts';
import { createParley } from '../../src/renderer/state/parley.ts';
import { sampleTime } from '../fixtures/samples.ts';
import { questions } from './sheet-questions.ts';

/** A chat with Claude that has used this share of its context. */
function chatOf(id: string, share: number, more: Partial<Workspace>): Workspace {
  if (!isWorkspaceId(id)) throw new Error('a chat needs an id');
  const tokens = { input: share * contextWindow, output: 0 };
  return {
    id,
    name: 'Comments in config files',
    folder: '/home/ada/tiny-parser',
    mode: 'plan',
    agent: {
      id: 'anthropic/claude-sonnet-4-5',
      name: 'Claude',
      model: 'claude-sonnet-4-5',
      seesImages: true,
      contextWindow,
      thinks: false,
      inLoop: true,
      plans: true,
    },
    thinking: 'off',
    dialect: null,
    approvals: 'ask',
    turn: { status: 'idle' },
    waiting: 0,
    waitingFor: [],
    firstWaiting: null,
    plan: null,
    outsideAsker: null,
    outsideAsks: [],
    commands: [],
    firstMessage: '',
    unread: false,
    archived: false,
    pinned: false,
    usage: { turn: tokens, chat: tokens, context: tokens.input, cost: { dollars: 0, unpriced: 0 } },
    createdAt: sampleTime,
    updatedAt: sampleTime,
    ...more,
  };
}

const contextWindow = 200_000;

function isWorkspaceId(id: string): id is WorkspaceId {
  return id !== '';
}

const answering = chatOf('answering', 0.12, { waiting: 1 });
const queueing = chatOf('queueing', 0.52, { mode: 'exec', turn: { status: 'working' } });

/** A typed answer, while the question of the first card waits. */
export function AnsweringComposer() {
  return <TypedComposer chat={answering} text="sqlite" />;
}

/** A message that is written while the agent works. */
export function QueueingComposer() {
  return <TypedComposer chat={queueing} text="And bump the version when the tests pass" />;
}

function TypedComposer({ chat, text }: { chat: Workspace; text: string }) {
  const [parley] = useState(() => parleyWith(chat, text));
  return (
    <ParleyContext value={parley}>
      <div className="@container -mx-6">
        <Composer workspace={chat} />
      </div>
    </ParleyContext>
  );
}

/** A window that has one chat and reaches nobody. */
function parleyWith(chat: Workspace, text: string) {
  const parley = createParley(silentCompanion(), { read: () => '', write: () => {} });
  const [first] = questions;
  const [shown] = first?.cards ?? [];
  const parts = chat.waiting > 0 && shown?.type === 'question' ? [shown.part] : [];
  parley.store.setState({
    openId: chat.id,
    composers: { [chat.id]: { ...emptyComposer, restored: true, text } },
    chats: {
      [chat.id]: {
        status: 'ready',
        transcript: { messages: [messageOf(parts)], hasEarlier: false },
        cursor: { feed: '', seq: 0 },
        past: null,
        grewAt: 'end',
        place: 0,
      },
    },
  });
  return parley;
}

/** Main, as a page without one calls it: nothing is ever answered. */
function silentCompanion(): Companion {
  const companion = createCompanion(() => new Promise(() => {}));
  companion.connection.setState('open', true);
  return companion;
}

/** A message of the agent's with these parts. */
function messageOf(parts: Part[], id = 1): Message {
  if (!isMessageId(id)) throw new Error('a message needs an id');
  return { role: 'agent', id, createdAt: sampleTime, parts };
}

function isMessageId(id: number): id is MessageId {
  return id > 0;
}
