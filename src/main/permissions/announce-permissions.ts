import type { Notice } from '../../shared/contract/app-state.ts';
import type { PermissionSubject } from '../../shared/permissions/permission.ts';
import { subjectName } from '../../shared/permissions/subject-words.ts';
import { wishWords } from '../../shared/permissions/wish-words.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { NewPermission, PermissionStore } from '../storage/permission-store.ts';
import { noticeBody } from '../workspaces/notice-body.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { PermissionEvent } from './permissions.ts';

type AnnounceParts = {
  log: ChatLog;
  workspaces: Workspaces;
  store: PermissionStore;
  /** Milliseconds since 1970: older permissions were notified in an earlier run. */
  since: number;
  notify: (notice: Notice) => void;
  report: (error: unknown) => void;
};

type Announced = Pick<NewPermission, 'workspaceId' | 'toolCallId' | 'messageId'>;

/** Tells the windows how the permission of a call stands now. */
export function showPermission({ log, store }: Pick<AnnounceParts, 'log' | 'store'>) {
  return ({ workspaceId, toolCallId, messageId }: Announced): void => {
    const permission = store.ofCall({ workspaceId, toolCallId }).at(-1)?.shown;
    if (permission !== undefined)
      log.emit(workspaceId, { type: 'permission-changed', messageId, toolCallId, permission });
  };
}

/** Forwards what happens to permissions to the windows, and notifies once of each that starts to wait. */
export function announcePermissions(parts: AnnounceParts): (event: PermissionEvent) => void {
  const { workspaces, report } = parts;
  const show = showPermission(parts);
  return ({ type, item }) => {
    try {
      show(item);
      if (type === 'opened') {
        workspaces.noteUnseen(item.workspaceId);
        notice(parts, item);
      }
      workspaces.changed(item.workspaceId);
    } catch (error) {
      report(error);
    }
  };
}

function notice({ workspaces, since, notify }: AnnounceParts, item: NewPermission): void {
  const { workspaceId, toolCallId, shown } = item;
  if (shown.openedAt < since || workspaces.row(workspaceId).removed_at !== null) return;
  const title = workspaces.noticeTitle(workspaceId, shown.asker);
  notify({ kind: 'needs-you', workspaceId, toolCallId, title, body: bodyOf(shown.subject) });
}

/** Returns what permission is asked for. */
function bodyOf(subject: PermissionSubject): string {
  const wish = wishWords(subject.type, subject.type === 'edit' ? subject.files.length : 1);
  const words = subject.type === 'missing' ? wish : `${wish}: ${subjectName(subject)}`;
  return noticeBody(words.charAt(0).toUpperCase() + words.slice(1));
}
