import type { WaitingKind, Workspace } from '../../../shared/workspace/workspace.ts';

type Waiting = Pick<Workspace, 'waiting' | 'waitingFor' | 'outsideAsker'>;

/** Returns one line about everything that waits for the person in a workspace; empty if nothing does. */
export function waitingLine({ waiting, waitingFor, outsideAsker }: Waiting): string {
  if (waiting === 0) return '';
  const [only] = waitingFor.length === 1 ? waitingFor : [];
  if (only !== undefined) return lineFor(only, waiting, outsideAsker);
  const asks = waitingFor.includes('question') || waitingFor.includes('outside');
  if (!asks) return 'Previews wait for you';
  const previews = waitingFor.includes('edit') || waitingFor.includes('plan');
  return previews ? 'Questions and previews wait for you' : 'Several questions wait for you';
}

function lineFor(kind: WaitingKind, count: number, outsideAsker: string | null): string {
  switch (kind) {
    case 'question':
      return 'Parley has a few questions';
    case 'edit':
      return count === 1 ? 'A change waits for you' : 'Changes wait for you';
    case 'plan':
      return count === 1 ? 'A plan waits for you' : 'Plans wait for you';
    case 'outside':
      return `${outsideAsker ?? 'An agent elsewhere'} waits for you`;
  }
}

/** Returns the placeholder of the composer: a reply while something of the agent's waits. */
export function waitingPlaceholder(workspace: Pick<Workspace, 'waitingFor' | 'agent'>): string {
  return waitsItself(workspace) ? `Reply to ${workspace.agent.name}` : 'Write a message';
}

/** True if the agent of a workspace can be stopped: it works, or its questions wait. */
export function canStop({ turn, waitingFor }: Pick<Workspace, 'turn' | 'waitingFor'>): boolean {
  return turn.status === 'working' || waitingFor.includes('question');
}

/** True if something of the chat's own agent waits, and not only of askers from outside. */
export function waitsItself({ waitingFor }: Pick<Workspace, 'waitingFor'>): boolean {
  return waitingFor.some((kind) => kind !== 'outside');
}
