import { expect, test } from 'vitest';
import type { WaitingKind } from '../../../shared/workspace/workspace.ts';
import { workspace } from '../../testing/workspace-samples.ts';
import { canStop, waitingLine, waitingPlaceholder, waitsItself } from './waiting-words.ts';

const waits = (waiting: number, ...waitingFor: WaitingKind[]) => workspace('a', { waiting, waitingFor });

test.each([
  [waits(0), ''],
  [waits(2, 'question'), 'Parley has a few questions'],
  [waits(1, 'edit'), 'A change waits for you'],
  [waits(3, 'edit'), 'Changes wait for you'],
  [waits(1, 'plan'), 'A plan waits for you'],
  [waits(2, 'plan', 'edit'), 'Previews wait for you'],
  [waits(2, 'question', 'edit'), 'Questions and previews wait for you'],
  [{ ...waits(1, 'outside'), outsideAsker: 'codex' }, 'codex waits for you'],
  [waits(2, 'question', 'outside'), 'Several questions wait for you'],
  [waits(2, 'outside', 'plan'), 'Questions and previews wait for you'],
])('%#: says what waits', (one, line) => {
  expect(waitingLine(one)).toBe(line);
});

test('the composer says how to answer what waits', () => {
  expect(waitingPlaceholder(waits(0))).toBe('Write a message');
  expect(waitingPlaceholder(waits(1, 'edit'))).toBe('Reply to Parley');
  expect(waitingPlaceholder(waits(2, 'edit', 'question'))).toBe('Reply to Parley');
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
