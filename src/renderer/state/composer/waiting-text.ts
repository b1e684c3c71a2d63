import { wishText } from '../../../shared/permissions/request-text.ts';
import type { WaitingCall, Workspace } from '../../../shared/workspace/workspace.ts';

/** Returns who has waited longest in a chat, and with what; empty if nobody waits. */
export function waitingLine({ firstWaiting, agent }: Pick<Workspace, 'firstWaiting' | 'agent'>): string {
  if (firstWaiting === null) return '';
  return `${askerName(firstWaiting, agent)} ${waitsWith(firstWaiting)}`;
}

/** Returns the name of who asks in a chat of an agent. */
export function askerName({ asker, askedBy }: WaitingCall, agent: Pick<Workspace['agent'], 'name'>): string {
  return asker ?? (askedBy === 'parley' ? 'Parley' : agent.name);
}

/** Returns what a call waits for, to follow the name of who asks. */
export function waitsWith({ what, count, subject }: WaitingCall): string {
  switch (what) {
    case 'question':
      return count === 1 ? 'has a question' : 'has a few questions';
    case 'edit':
      return count === 1 ? 'has 1 file to review' : `has ${count} files to review`;
    case 'plan':
      return 'has a plan';
    case 'custom':
      return 'has something to apply';
    case 'permission':
      return wishText(subject ?? 'other', count);
    case 'form':
      return 'has a form';
    case 'link':
      return 'asks you to open a page';
  }
}

/** Returns the text of what has waited longest in a chat, without Markdown. */
export function waitingText({ firstWaiting }: Pick<Workspace, 'firstWaiting'>): string {
  const words = firstWaiting?.words ?? '';
  if (firstWaiting?.what === 'permission') return words.replaceAll(/\s+/gu, ' ');
  return words.replaceAll(/[`*]+|\s+/gu, (mark) => (/\s/u.test(mark) ? ' ' : ''));
}

/** Returns what a call waits for and its first words, without saying who asks. */
export function waitingWhat(call: WaitingCall): string {
  const words = waitingText({ firstWaiting: call });
  const what = kindText(call);
  return what === '' || words === '' ? what || words : `${what}: ${words}`;
}

function kindText({ what, subject, count }: WaitingCall): string {
  switch (what) {
    case 'question':
      return count === 1 ? '' : `${count} questions`;
    case 'edit':
      return count === 1 ? '1 file to review' : `${count} files to review`;
    case 'plan':
      return 'A plan to approve';
    case 'custom':
      return 'Something to apply';
    case 'permission': {
      const wish = wishText(subject ?? 'other', count);
      return wish.charAt(0).toUpperCase() + wish.slice(1);
    }
    case 'form':
      return 'A form';
    case 'link':
      return 'A page to open';
  }
}

export function waitingPlaceholder(
  workspace: Pick<Workspace, 'waitingFor' | 'agent' | 'firstWaiting'>,
): string {
  if (!waitsItself(workspace)) return 'Write a message';
  const { firstWaiting, agent } = workspace;
  // What the person brings back takes no reply: that goes to the agent.
  const isToParley = firstWaiting?.what === 'permission' && firstWaiting.askedBy === 'parley';
  return `Reply to ${isToParley ? 'Parley' : agent.name}`;
}

/** True if the agent works or waits for an answer. */
export function canStop({ turn, waitingFor }: Pick<Workspace, 'turn' | 'waitingFor'>): boolean {
  return (
    turn.status === 'working' ||
    waitingFor.some((kind) => kind === 'question' || kind === 'permission' || kind === 'form')
  );
}

/** True if the chat's own agent waits for something, not only outside askers. */
export function waitsItself({ waitingFor }: Pick<Workspace, 'waitingFor'>): boolean {
  return waitingFor.some((kind) => kind !== 'outside');
}
