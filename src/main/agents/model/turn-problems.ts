import type { Problem } from '../../../shared/workspace/turn-state.ts';
import { retry, switchModel } from './remedies.ts';

/** The most steps of a turn. */
export const longestTurn = 100;

export const noSummary: Problem = {
  topic: 'too-long',
  what: 'The earlier part of this chat could not be summarised.',
  kept: 'Everything in this chat is kept, your message too.',
  todo: 'Try again, or choose another model.',
  remedies: [retry, switchModel],
};

export const tooLong: Problem = {
  topic: 'cut',
  what: `The agent took ${longestTurn} steps and did not finish.`,
  kept: 'Everything it did so far is kept.',
  todo: 'Let it go on, or tell it what to do instead.',
  remedies: [{ type: 'resume', verb: 'resume' }],
};

export const repeatedStep: Problem = {
  topic: 'cut',
  what: 'The agent repeated the same failing step.',
  kept: 'Everything it did so far is kept.',
  todo: 'Tell it what to do instead, or let it try once more.',
  remedies: [{ type: 'resume', verb: 'resume' }],
};
