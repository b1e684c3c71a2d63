import { randomUUID } from 'node:crypto';
import type { Notice } from '../../shared/contract/app-state.ts';
import { formIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import { announceForms, showForms } from '../forms/announce-forms.ts';
import { Forms } from '../forms/forms.ts';
import type { Stores } from '../storage/stores.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';

type FormParts = {
  stores: Stores;
  log: ChatLog;
  messages: PersonMessages;
  workspaces: Workspaces;
  /** Notifies the person, also where no window shows it. */
  notify: (notice: Notice) => void;
  /** False where nobody can be asked; true by default. */
  canAsk?: boolean;
  goOn: (workspaceId: WorkspaceId) => void;
  report: (error: unknown) => string;
  now: () => number;
};

/** Connects forms and links with their journal and the windows. */
export function createForms({ stores, messages, canAsk = true, goOn, now, ...parts }: FormParts): Forms {
  const { forms: store } = stores;
  const forms = new Forms({
    store,
    canAsk,
    hasReply: (id) => messages.hasQueued(id),
    onStored: showForms({ ...parts, store }),
    goOn,
    newId: () => formIdSchema.parse(randomUUID()),
    now,
  });
  forms.subscribe(announceForms({ ...parts, store, since: now() }));
  return forms;
}
