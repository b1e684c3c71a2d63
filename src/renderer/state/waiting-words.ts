import type { WaitingKind, Workspace } from '../../shared/workspace/workspace.ts';

/** What waits for the person in a workspace, in one line; empty where nothing does. */
export function waitingLine({ waiting, waitingFor }: Pick<Workspace, 'waiting' | 'waitingFor'>): string {
  if (waiting === 0) return '';
  const [only] = waitingFor.length === 1 ? waitingFor : [];
  if (only !== undefined) return lineFor(only, waiting);
  return waitingFor.includes('question') ? 'Questions and previews wait for you' : 'Previews wait for you';
}

function lineFor(kind: WaitingKind, count: number): string {
  switch (kind) {
    case 'question':
      return 'Parley has a few questions';
    case 'edit':
      return count === 1 ? 'A change waits for you' : 'Changes wait for you';
    case 'plan':
      return count === 1 ? 'A plan waits for you' : 'Plans wait for you';
  }
}

/** What the composer says while something waits. */
export function waitingPlaceholder({ waitingFor }: Pick<Workspace, 'waitingFor'>): string {
  if (waitingFor.length === 0) return 'Write a message';
  return waitingFor.includes('question')
    ? 'Answer above, or just type a reply'
    : 'Decide above, or just type a reply';
}

/** Whether the agent of a workspace has something to be stopped in: it works, or its questions wait. */
export function canStop({ turn, waitingFor }: Pick<Workspace, 'turn' | 'waitingFor'>): boolean {
  return turn.status === 'working' || waitingFor.includes('question');
}
