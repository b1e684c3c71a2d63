import type { Notice } from '../../shared/contract/app-state.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { FormStore, NewForm } from '../storage/form-store.ts';
import { markdownNoticeBody } from '../workspaces/notice-body.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { FormEvent } from './forms.ts';

type AnnounceParts = {
  log: ChatLog;
  workspaces: Workspaces;
  store: FormStore;
  /** Milliseconds since 1970: older forms were notified in an earlier run. */
  since: number;
  notify: (notice: Notice) => void;
  report: (error: unknown) => void;
};

type Announced = Pick<NewForm, 'workspaceId' | 'toolCallId' | 'messageId'>;

/** Tells the windows how the forms of a call stand now, as they are stored. */
export function showForms({ log, store }: Pick<AnnounceParts, 'log' | 'store'>) {
  return ({ workspaceId, toolCallId, messageId }: Announced): void => {
    for (const { shown: form } of store.ofCall({ workspaceId, toolCallId }))
      log.emit(workspaceId, { type: 'form-changed', messageId, toolCallId, form });
  };
}

/** Forwards what happens to forms to the windows, and notifies once of each that starts to wait. */
export function announceForms(parts: AnnounceParts): (event: FormEvent) => void {
  const { workspaces, report } = parts;
  const show = showForms(parts);
  return ({ type, item }) => {
    try {
      show(item);
      if (type === 'opened') {
        workspaces.noteUnseen(item.workspaceId);
        notice(parts, item).catch(report);
      }
      workspaces.changed(item.workspaceId);
    } catch (error) {
      report(error);
    }
  };
}

async function notice({ workspaces, since, notify }: AnnounceParts, item: NewForm): Promise<void> {
  const { workspaceId, toolCallId, shown } = item;
  if (shown.openedAt < since || workspaces.row(workspaceId).removed_at !== null) return;
  const title = workspaces.noticeTitle(workspaceId, shown.asker.server ?? shown.asker.agent);
  notify({
    kind: 'needs-you',
    workspaceId,
    toolCallId,
    title,
    body: await markdownNoticeBody(shown.message),
  });
}
