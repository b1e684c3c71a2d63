import { describe, expect, it } from 'vitest';
import { idOf, workspace } from '../../../test/renderer/workspace-samples.ts';
import { chatToOpen, nextWaiting } from './app-projection.ts';

describe('the next workspace that waits', () => {
  const list = [
    workspace('a', { waiting: 1, updatedAt: 3 }),
    workspace('b', { waiting: 2, updatedAt: 4 }),
    workspace('c', { updatedAt: 2 }),
  ];

  it('is the first from elsewhere, then the one after, and goes round', () => {
    expect(nextWaiting(list, idOf('c'))).toBe('a');
    expect(nextWaiting(list, idOf('a'))).toBe('b');
    expect(nextWaiting(list, idOf('b'))).toBe('a');
    expect(nextWaiting(list, null)).toBe('a');
  });

  it('is the open one where no other waits', () => {
    const only = [workspace('a', { waiting: 1 }), workspace('c')];
    expect(nextWaiting(only, idOf('a'))).toBe('a');
  });

  it('is none when nothing waits', () => {
    expect(nextWaiting([workspace('c')], idOf('c'))).toBe(null);
    expect(nextWaiting([], null)).toBe(null);
  });
});

describe('the chat that a new window shows', () => {
  it('is never an archived one, unless that one was open or waits', () => {
    const archived = workspace('old', { archived: true, updatedAt: 9 });
    expect(chatToOpen([archived, workspace('new')], '')).toBe('new');
    expect(chatToOpen([archived], '')).toBe(null);
    expect(chatToOpen([archived], 'old')).toBe('old');
    expect(chatToOpen([{ ...archived, waiting: 1 }, workspace('new')], '')).toBe('old');
  });
});
