import type { OutcomeSide } from '../../shared/recorded-outcome.ts';

/** How the sides of decisions are called where they are counted. */
export const sideNames: Record<OutcomeSide, string> = {
  yes: 'Yes',
  no: 'No',
  neither: 'Replied, expired',
};
