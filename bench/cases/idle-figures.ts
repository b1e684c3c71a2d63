import type { Figure } from '../bench-case.ts';

export const idleFigures: readonly Figure[] = [
  {
    type: 'value',
    title: 'times the window is woken in a minute',
    of: 'wakeUps',
    unit: '',
    goal: { atMost: 0 },
  },
  { type: 'value', title: 'processor, host and window', of: 'both', unit: '%', goal: { atMost: 0.5 } },
  { type: 'value', title: 'of it the host', of: 'host', unit: '%' },
  { type: 'value', title: 'a bare page', of: 'bare', unit: '%' },
  { type: 'value', title: 'host and window while the caret blinks', of: 'blinking', unit: '%' },
  { type: 'value', title: 'a bare page while the caret blinks', of: 'bareBlinking', unit: '%' },
];
