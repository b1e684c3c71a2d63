import { randomUUID } from 'node:crypto';
import { formIdSchema, type WorkspaceId } from '../../shared/ids.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import { Forms } from '../forms/forms.ts';
import type { Stores } from '../storage/stores.ts';
import type { Announcements } from '../waiting/announcements.ts';

type FormParts = {
  stores: Stores;
  messages: PersonMessages;
  announcements: Announcements;
  /** False where nobody can be asked; true by default. */
  canAsk?: boolean;
  goOn: (workspaceId: WorkspaceId) => void;
  now: () => number;
};

/** Connects forms and links with their journal and the windows. */
export function createForms({ stores, messages, canAsk = true, goOn, now, announcements }: FormParts): Forms {
  const { forms: store } = stores;
  const forms = new Forms({
    store,
    canAsk,
    hasReply: (id) => messages.hasQueued(id),
    onStored: (form) => announcements.showForms(form),
    goOn,
    newId: () => formIdSchema.parse(randomUUID()),
    now,
  });
  forms.subscribe((event) => announcements.form(event));
  return forms;
}
