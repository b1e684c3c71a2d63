import { expect, test } from 'vitest';
import type { WaitingKind, Workspace } from '../../../shared/workspace/workspace.ts';
import { toolCallId } from '../../../../test/renderer/transcript-samples.ts';
import { workspace } from '../../../../test/renderer/workspace-samples.ts';
import {
  canStop,
  waitingLine,
  waitingPlaceholder,
  waitingText,
  waitingWhat,
  waitsItself,
} from './waiting-text.ts';

const waits = (waiting: number, ...waitingFor: WaitingKind[]) => workspace('a', { waiting, waitingFor });

type First = NonNullable<Workspace['firstWaiting']>;

const first = (
  what: First['what'],
  count: number,
  asker: string | null = null,
  askedBy: First['askedBy'] = 'agent',
) =>
  workspace('a', {
    firstWaiting: {
      toolCallId: toolCallId('call'),
      what,
      subject: null,
      since: 0,
      asker,
      askedBy,
      count,
      words: '',
    },
  });

test.each([
  [workspace('a'), ''],
  [first('question', 1), 'Parley has a question'],
  [first('question', 3), 'Parley has a few questions'],
  [first('question', 3, 'Codex'), 'Codex has a few questions'],
  [first('edit', 1), 'Parley has 1 file to review'],
  [first('edit', 3), 'Parley has 3 files to review'],
  [first('plan', 1, 'Codex'), 'Codex has a plan'],
  [
    { ...first('edit', 2, null, 'parley'), agent: { ...workspace('a').agent, name: 'Claude' } },
    'Parley has 2 files to review',
  ],
])('%#: says who waits with what', (one, line) => {
  expect(waitingLine(one)).toBe(line);
});

const call = (
  what: First['what'],
  count: number,
  words: string,
  subject: First['subject'] = null,
): First => ({
  toolCallId: toolCallId('call'),
  what,
  subject,
  since: 0,
  asker: null,
  askedBy: 'agent',
  count,
  words,
});

test.each([
  [call('question', 1, 'Which *port*?'), 'Which port?'],
  [call('question', 3, 'Which port?'), '3 questions: Which port?'],
  [call('edit', 2, 'Rename it'), '2 files to review: Rename it'],
  [call('plan', 1, 'Read bytes'), 'A plan to approve: Read bytes'],
  [call('permission', 1, 'rm -rf *', 'command'), 'Wants to run a command: rm -rf *'],
  [call('permission', 1, '', 'missing'), 'Asks for permission without saying for what'],
  [call('link', 1, 'Sign in'), 'A page to open: Sign in'],
])('%#: says what waits, where a mark says who', (one, text) => {
  expect(waitingWhat(one)).toBe(text);
});

test('the words of a question read in one line, without Markdown', () => {
  const asked = first('question', 1);
  const firstWaiting = asked.firstWaiting && { ...asked.firstWaiting, words: 'What should\n`#` **mean**?' };
  expect(waitingText({ firstWaiting })).toBe('What should # mean?');
});

const asking = { waiting: 1, waitingFor: ['permission' as const] };

test('the composer says how to answer what waits', () => {
  expect(waitingPlaceholder(waits(0))).toBe('Write a message');
  expect(waitingPlaceholder(waits(1, 'edit'))).toBe('Reply to Parley');
  expect(waitingPlaceholder(waits(2, 'edit', 'question'))).toBe('Reply to Parley');
  const claude = { ...waits(1, 'permission').agent, name: 'Claude' };
  expect(waitingPlaceholder({ ...first('permission', 1, 'Claude'), ...asking, agent: claude })).toBe(
    'Reply to Claude',
  );
  const byParley = (what: First['what']) => ({ ...first(what, 1, 'Parley', 'parley'), ...asking });
  expect(waitingPlaceholder({ ...byParley('edit'), agent: claude })).toBe('Reply to Claude');
  expect(waitingPlaceholder({ ...byParley('permission'), agent: claude })).toBe('Reply to Parley');
  const named = { ...claude, name: 'Parley 2' };
  expect(waitingPlaceholder({ ...first('permission', 1, 'Parley'), ...asking, agent: named })).toBe(
    'Reply to Parley 2',
  );
});

test('what waits for somebody outside is not the agent’s: it writes on, and there is nothing to stop', () => {
  expect(waitingPlaceholder(waits(1, 'outside'))).toBe('Write a message');
  expect(canStop(waits(1, 'outside'))).toBe(false);
  expect(waitsItself(waits(1, 'outside'))).toBe(false);
  expect(waitsItself(waits(2, 'outside', 'plan'))).toBe(true);
});

test('there is nothing to stop where a preview was left after its turn', () => {
  expect(canStop(waits(1, 'edit'))).toBe(false);
  expect(canStop({ ...waits(1, 'edit'), turn: { status: 'working' } })).toBe(true);
  expect(canStop(waits(1, 'question'))).toBe(true);
});
