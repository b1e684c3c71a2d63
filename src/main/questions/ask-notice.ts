import type { Notice } from '../../shared/contract/notice.ts';
import type { Question } from '../../shared/questions/question.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { AskDetails } from '../tools/ask-tool.ts';
import type { AskEvent } from './ask-user-question-manager.ts';

/** More than a notification shows, in characters. */
const longestBody = 200;

type Parts = {
  workspaces: Workspaces;
  asks: AskStore;
  /** Milliseconds since 1970: of older asks the person was told in an earlier run. */
  since: number;
  tell(notice: Notice): void;
  report(error: unknown): void;
};

/** Tells once of each ask that starts to wait in a workspace of the list. */
export function noticeAsks(parts: Parts): (event: AskEvent<AskDetails>) => void {
  const { workspaces, asks, since, tell, report } = parts;

  function notice({ ask }: AskEvent<AskDetails>): void {
    const { workspaceId, toolCallId, questions, details } = ask;
    const openedAt = asks.get(workspaceId, toolCallId)?.openedAt;
    if (openedAt === undefined || openedAt < since) return;
    const row = workspaces.row(workspaceId);
    if (row.removed_at !== null) return;
    tell({ workspaceId, toolCallId, title: row.name, body: bodyOf(details.tool, questions) });
  }

  return (event) => {
    if (event.type !== 'opened') return;
    try {
      notice(event);
    } catch (error) {
      report(error);
    }
  };
}

/** The first question in one line; the tool `ask` has only a text that is not meant for a glance. */
export function bodyOf(tool: string, [first]: readonly Question[]): string {
  if (tool === 'ask' || first === undefined) return 'Waiting for input';
  const line = first.prompt.replace(/\s+/g, ' ').trim();
  return line.length <= longestBody ? line : `${line.slice(0, longestBody - 1)}…`;
}
