import type { CommandId } from '../../shared/commands/command.ts';
import type { ViewState } from '../state/view-store.ts';

/** With a dialog open only the palette's own key works, which closes it again. */
export function mayRun(id: CommandId, { dialog }: ViewState): boolean {
  return dialog === null || (dialog === 'palette' && id === 'palette');
}
