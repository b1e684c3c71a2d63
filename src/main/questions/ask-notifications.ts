import type { Notice } from '../../shared/contract/notice.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { Question } from '../../shared/questions/question.ts';
import type { AskStore } from '../storage/ask-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { AskDetails } from './ask-journal.ts';
import type { AskEvent } from './ask-user-question-manager.ts';

/** More than a notification shows, in characters. */
const longestBody = 200;

type Parts = {
  workspaces: Workspaces;
  asks: AskStore;
  /** Milliseconds since 1970: older asks were notified in an earlier run. */
  since: number;
  notify(notice: Notice): void;
  report(error: unknown): void;
};

/** Notifies once of each ask that starts to wait in a workspace of the list. */
export function notifyOfAsks(parts: Parts): (event: AskEvent<AskDetails>) => void {
  const { workspaces, asks, since, notify, report } = parts;

  async function notice({ ask }: AskEvent<AskDetails>): Promise<void> {
    const { workspaceId, toolCallId, questions, details } = ask;
    const openedAt = asks.get(workspaceId, toolCallId)?.openedAt;
    if (openedAt === undefined || openedAt < since) return;
    const row = workspaces.row(workspaceId);
    if (row.removed_at !== null) return;
    const title = visibleText(row.name, 'line');
    notify({ workspaceId, toolCallId, title, body: await bodyOf(details.tool, questions) });
  }

  return (event) => {
    if (event.type === 'opened') notice(event).catch(report);
  };
}

/**
 * Returns the words of the first question in one line, without Markdown's marks and hidden characters; the tool
 * `ask` has only a text that is not meant for a glance. The parser is loaded with the first question.
 */
export async function bodyOf(tool: string, [first]: readonly Question[]): Promise<string> {
  if (tool === 'ask' || first === undefined) return 'Waiting for input';
  const { plainText } = await import('../../shared/markdown/plain-text.ts');
  const line = visibleText(plainText(first.prompt), 'line');
  return line.length <= longestBody ? line : `${line.slice(0, longestBody - 1).replace(loneHalf, '')}…`;
}

/** The first half of a character at the end of a cut text. */
const loneHalf = /[\ud800-\udbff]$/;
