import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Parley } from '../parley.ts';

/** Stops a chat's agent; asks first where answers were begun. */
export function stopOrAsk({ hasUnsentAnswers, stop, view, requestCaret }: Parley, id: WorkspaceId): void {
  if (hasUnsentAnswers(id)) return view.setState({ dialog: 'stop' });
  stop(id);
  requestCaret();
}
