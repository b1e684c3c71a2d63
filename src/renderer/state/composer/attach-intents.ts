import { lazyValue } from '../../../shared/lazy-value.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { failureText } from '../../connection/connection.ts';
import { updateComposer } from '../parley-store.ts';
import type { AttachIntents, AttachDeps } from './attach-files.ts';

export function createAttachIntents(deps: AttachDeps): AttachIntents {
  const load = lazyValue(async () => (await import('./attach-files.ts')).attachingFiles(deps));
  const act = (id: WorkspaceId, action: (files: AttachIntents) => void) =>
    void load()
      .then(action)
      .catch((error: unknown) =>
        updateComposer(deps.store, id, (composer) => ({ ...composer, problem: failureText(error) })),
      );
  return {
    attachFiles: (id, files) => act(id, (attaching) => attaching.attachFiles(id, files)),
    detach: (id, file) => act(id, (files) => files.detach(id, file)),
    insertAsText: (id, file) => act(id, (files) => files.insertAsText(id, file)),
  };
}
