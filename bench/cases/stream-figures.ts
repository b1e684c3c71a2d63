import type { Figure } from '../bench-case.ts';

export const streamFigures: readonly Figure[] = [
  {
    type: 'ratio',
    title: 'main-thread time of 20,000 characters, to bare append',
    of: 'empty',
    to: 'bare append',
    goal: { atMost: 8 },
    peer: '85 × (3.4 s)',
  },
  {
    type: 'value',
    title: 'longest task of 50 ms and more',
    of: 'longest task',
    unit: 'ms',
    goal: { atMost: 50 },
  },
  { type: 'value', title: 'the same of bare append', of: 'bare longest task', unit: 'ms' },
  {
    type: 'value',
    title: 'frames over 50 ms while it streams',
    of: 'late frames',
    unit: '',
    goal: { atMost: 0 },
  },
  { type: 'value', title: 'frames dropped while it streams', of: 'dropped frames', unit: '' },
  { type: 'value', title: 'the same of bare append', of: 'bare dropped frames', unit: '' },
  { type: 'value', title: 'worst frame', of: 'worst frame', unit: 'ms', goal: { atMost: 50 } },
  {
    type: 'ratio',
    title: 'second half of a slower stream, to its first',
    of: 'second half',
    to: 'first half',
    goal: { atMost: 1.2 },
  },
  {
    type: 'ratio',
    title: 'into 10,000 messages, to an empty chat',
    of: 'in 10,000',
    to: 'empty',
    goal: { atMost: 1.2 },
  },
  {
    type: 'ratio',
    title: 'with three hidden chats streaming, to alone',
    of: 'with three hidden',
    to: 'empty',
    goal: { atMost: 1.2 },
  },
];
