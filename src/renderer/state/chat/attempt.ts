import type { WorkspaceId } from '../../../shared/ids.ts';
import { failureText } from '../../connection/connection.ts';
import { type ParleyStore, setChatLine } from '../parley-store.ts';

/** Clears a chat's line, and shows there why a call failed; resolves to whether it succeeded. */
export async function attempt(store: ParleyStore, id: WorkspaceId, call: Promise<unknown>): Promise<boolean> {
  setChatLine(store, id, undefined);
  try {
    await call;
    return true;
  } catch (error) {
    setChatLine(store, id, failureText(error));
    return false;
  }
}
