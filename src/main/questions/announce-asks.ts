import type { ChatLog } from '../chat/chat-log.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { AskTimeouts } from './ask-timeouts.ts';
import type { AskDetails } from './ask-journal.ts';
import type { AskEvent } from './ask-user-question-manager.ts';

type Parts = {
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
}: Parts): (event: AskEvent<AskDetails>) => void {
  function announce(event: AskEvent<AskDetails>): void {
    const { workspaceId, toolCallId, details } = event.ask;
    switch (event.type) {
      case 'opened': {
        timeouts.begin(event.ask);
        const ask = asks.get(workspaceId, toolCallId);
        if (ask !== undefined) log.emitAskOpened(workspaceId, details.messageId, toolCallId, ask);
        workspaces.noteUnseen(workspaceId);
        break;
      }
      case 'settled':
        timeouts.end(workspaceId, toolCallId);
        log.emitAskSettled(workspaceId, details.messageId, toolCallId, event.settlement);
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
