import type { RecordedOutcome } from '../recorded-outcome.ts';
import type { GitAct, GitActOutcome, GitActSettlement } from './git-act.ts';

type Recorded = { act: GitAct; settlement: GitActSettlement };

/** Returns in one line what was done, or was to be. */
export function gitActTitle(act: GitAct): string {
  switch (act.type) {
    case 'merge':
      return `Merge ${act.branch} into ${act.into}`;
    case 'commit':
      return `Commit: ${act.message.split('\n', 1)[0]}`;
    case 'push':
      return `Push ${act.branch} to ${act.remote}`;
    case 'pull-request':
      return `Pull request: ${act.title}`;
  }
}

/** Returns the outcome in a word or two. */
export function gitActStatus({ act, settlement: { outcome, cutOff } }: Recorded): string {
  switch (outcome.type) {
    case 'done':
      return doneWords[act.type];
    case 'failed':
      return cutOff ? 'Cut off' : 'Failed';
    case 'stopped':
      return 'Stopped';
    case 'taken-back':
      return 'Taken back';
    case 'left':
      return 'Left half done';
    case 'unknown':
      return 'Cut off';
  }
}

const doneWords: Record<GitAct['type'], string> = {
  merge: 'Merged',
  commit: 'Committed',
  push: 'Pushed',
  'pull-request': 'Opened',
};

/** For the record of decisions: what came of it, and where it went. */
export function recordedGitAct(entry: Recorded): RecordedOutcome {
  const { act, settlement } = entry;
  return {
    word: gitActStatus(entry),
    tone: settlement.outcome.type === 'done' ? 'yes' : 'none',
    detail: goesTo(act),
  };
}

function goesTo(act: GitAct): string | null {
  switch (act.type) {
    case 'merge':
      return act.folder;
    case 'commit':
      return act.branch;
    case 'push':
      return act.addresses.join(', ');
    case 'pull-request':
      return act.base === null ? act.repository : `${act.repository}, ${act.base}`;
  }
}

/** For the record of decisions: what it was about in particular, and what is to be known of how it ended. */
export function gitActFacts({ act, settlement }: Recorded): { question: string; answer: string }[] {
  const to = goesTo(act);
  const result = resultOf(act, settlement.outcome);
  return [
    ...(act.type === 'commit' ? [{ question: 'Message', answer: act.message }] : []),
    ...(act.type === 'merge' ? [{ question: 'Commit', answer: act.theirs }] : []),
    ...(act.type === 'push' ? [{ question: 'Commit', answer: `${act.commit}, as ${act.ref}` }] : []),
    ...(act.type === 'pull-request' ? [{ question: 'Of', answer: act.head }] : []),
    ...(to === null ? [] : [{ question: toWords[act.type], answer: to }]),
    ...(result === null ? [] : [{ question: 'Result', answer: result }]),
    ...(settlement.cutOff
      ? [{ question: 'Parley ended meanwhile', answer: cutOffText(settlement.outcome) }]
      : []),
  ];
}

const toWords: Record<GitAct['type'], string> = {
  merge: 'In',
  commit: 'To',
  push: 'To',
  'pull-request': 'Into',
};

function resultOf(act: GitAct, outcome: GitActOutcome): string | null {
  return outcome.type === 'done' && act.type !== 'merge' && act.type !== 'push' ? outcome.result : null;
}

/** Says what a later start made of something that the end of Parley cut off. */
function cutOffText({ type }: GitActOutcome): string {
  switch (type) {
    case 'done':
      return 'It was done by then.';
    case 'taken-back':
      return 'The next start took it back: the folder is as it was.';
    case 'left':
      return 'It could not be taken back, since the folder has changed. Look at it with git status.';
    case 'failed':
    case 'stopped':
      return 'Nothing of it is left.';
    case 'unknown':
      return 'Nobody knows whether it was done. Doing it again says so.';
  }
}
