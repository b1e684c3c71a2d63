import type { WorkspaceId } from '../../../shared/ids.ts';
import { failureText } from '../../connection/connection.ts';
import { type ParleyStore, setNotice } from '../parley-store.ts';

/** Clears a chat's notice, and shows there why the call failed; resolves to whether it succeeded. */
export async function attempt(store: ParleyStore, id: WorkspaceId, call: Promise<unknown>): Promise<boolean> {
  setNotice(store, id, undefined);
  try {
    await call;
    return true;
  } catch (error) {
    setNotice(store, id, failureText(error));
    return false;
  }
}
