import { useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { ChatChanges } from '../../shared/contract/chat-changes.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { filledComments, isSameLine } from '../../shared/previews/line-comments.ts';
import { commentCount } from '../../shared/previews/preview-text.ts';
import type { CommentsOnFile } from '../cards/diff/comments.tsx';
import { failureText, tooLongText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { isTooLong } from '../state/text-limit.ts';
import { Button } from '../ui/button.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import {
  changeComments,
  commentIntents,
  commentsMessage,
  followLines,
  noComments,
  writeComments,
} from './change-comments.ts';

type ChatComments = Omit<CommentsOnFile, 'path'>;

/** Returns the comments on the changes of a chat; they follow their lines when the changes are read again. */
export function useChangeComments(workspaceId: WorkspaceId, changes: ChatChanges | null): ChatComments {
  const store = changeComments();
  const { comments, commenting } = useStore(store, (all) => all.get(workspaceId) ?? noComments);
  const intents = useMemo(() => commentIntents(store, workspaceId), [store, workspaceId]);
  useEffect(() => {
    const written = store.getState().get(workspaceId);
    if (changes === null || written === undefined || written.commenting.length > 0) return;
    writeComments(store, workspaceId, { comments: followLines(written.comments, changes.files) });
  }, [store, workspaceId, changes]);
  return { comments, commenting, busy: false, intents };
}

type SendCommentsProps = { workspaceId: WorkspaceId; comments: ChatComments };

/** Sends the comments to the chat's agent, as one message; nothing where there is none. */
export function SendComments({ workspaceId, comments: { comments } }: SendCommentsProps) {
  const { companion } = useParley();
  const [problem, setProblem] = useState<string | null>(null);
  const [sending, setSending] = useState(false);
  // The same message again, where nobody knows whether it has arrived.
  const attempt = useRef({ key: '', text: '' });
  const count = commentCount(filledComments(comments).length);
  const text = commentsMessage(comments);
  if (count === null || text === null) return null;

  async function send(text: string): Promise<void> {
    if (isTooLong(text)) return setProblem(tooLongText);
    setSending(true);
    setProblem(null);
    if (attempt.current.text !== text) attempt.current = { key: crypto.randomUUID(), text };
    try {
      await companion.client.workspace.sendMessage({ workspaceId, ...attempt.current, attachments: [] });
      attempt.current = { key: '', text: '' };
      const now = changeComments().getState().get(workspaceId) ?? noComments;
      writeComments(changeComments(), workspaceId, {
        comments: now.comments.filter((comment) => !comments.includes(comment)),
        commenting: now.commenting.filter((anchor) => !comments.some((sent) => isSameLine(sent, anchor))),
      });
    } catch (error) {
      setProblem(failureText(error));
    }
    setSending(false);
  }

  return (
    <>
      {problem === null ? null : (
        <div className="border-t border-hairline px-4 py-2">
          <ProblemLine>{visibleText(problem, 'line')}</ProblemLine>
        </div>
      )}
      <footer className="flex min-h-15 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-t border-hairline bg-raised px-4 py-2">
        <p className="min-w-0 flex-1 text-second text-secondary">{count}, not sent yet</p>
        <Button look="primary" disabled={sending} onClick={() => void send(text)}>
          {comments.length === 1 ? 'Send the comment' : 'Send the comments'}
        </Button>
      </footer>
    </>
  );
}
