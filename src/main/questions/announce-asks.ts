import type { Notice } from '../../shared/contract/app-state.ts';
import type { Question } from '../../shared/questions/question.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { AskStore } from '../storage/ask-store.ts';
import { markdownNoticeBody } from '../workspaces/notice-body.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { AskDetails, AskEvent } from './ask-user-question-manager.ts';
import type { AskTimeouts } from './ask-timeouts.ts';

type AnnounceParts = {
  log: ChatLog;
  workspaces: Workspaces;
  asks: AskStore;
  timeouts: AskTimeouts;
  report: (error: unknown) => void;
};

/** Forwards the manager's events to the windows: the card in its chat, the count in the list. */
export function announceAsks({
  log,
  workspaces,
  asks,
  timeouts,
  report,
}: AnnounceParts): (event: AskEvent<AskDetails>) => void {
  function announce(event: AskEvent<AskDetails>): void {
    const { workspaceId, toolCallId, details } = event.item;
    switch (event.type) {
      case 'opened': {
        timeouts.begin(event.item);
        const ask = asks.get(workspaceId, toolCallId);
        if (ask !== undefined) log.emitAskOpened(workspaceId, details.messageId, toolCallId, ask);
        workspaces.noteUnseen(workspaceId);
        break;
      }
      case 'settled':
        timeouts.end(workspaceId, toolCallId);
        log.emitAskSettled(workspaceId, details.messageId, toolCallId, event.end);
        break;
    }
    workspaces.changed(workspaceId);
  }

  return (event) => {
    try {
      announce(event);
    } catch (error) {
      report(error);
    }
  };
}

type NotificationParts = {
  workspaces: Workspaces;
  asks: AskStore;
  /** Milliseconds since 1970: older asks were notified in an earlier run. */
  since: number;
  notify(notice: Notice): void;
  report(error: unknown): void;
};

/** Notifies once of each ask that starts to wait in a workspace of the list. */
export function notifyOfAsks(parts: NotificationParts): (event: AskEvent<AskDetails>) => void {
  const { workspaces, asks, since, notify, report } = parts;

  async function notice({ item: ask }: AskEvent<AskDetails>): Promise<void> {
    const { workspaceId, toolCallId, questions, details } = ask;
    const asked = asks.get(workspaceId, toolCallId);
    if (asked === undefined || asked.openedAt < since) return;
    const row = workspaces.row(workspaceId);
    if (row.removed_at !== null) return;
    const title = workspaces.noticeTitle(workspaceId, asked.asker);
    const body = await bodyOf(details.tool, questions);
    notify({ kind: 'needs-you', workspaceId, toolCallId, title, body });
  }

  return (event) => {
    if (event.type === 'opened') notice(event).catch(report);
  };
}

/** Returns the words of the first question; the tool `ask` has only a text that is not meant for a glance. */
export async function bodyOf(tool: string, [first]: readonly Question[]): Promise<string> {
  return tool === 'ask' || first === undefined ? 'Waiting for input' : markdownNoticeBody(first.prompt);
}
