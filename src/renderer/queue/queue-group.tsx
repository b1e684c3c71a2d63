import { useState } from 'react';
import { failureText } from '../connection/connection.ts';
import { leftOutText, SameRequestsCard } from '../cards/permission/same-requests-card.tsx';
import { useParley } from '../parley-context.tsx';
import { setChatLine } from '../state/parley-store.ts';
import { apartEntry, type AskingChat, chatCount, type QueueEntry } from '../state/queue.ts';
import { closePage } from '../state/view-store.ts';
import { usePage } from '../ui/use-page.ts';
import { QueueNext, QueuePlace } from './queue-place.tsx';
import { useQueue } from './use-queue.ts';

/** One card for what several chats want to do alike, in place of a chat. */
export function QueueGroup() {
  const { entries, at, isSettled } = useQueue();
  if (at?.type !== 'group') return null;
  const group = entries.find(({ key }) => key === at.key) ?? at;
  return group.type === 'group' ? <GroupPage key={at.key} {...{ group, isSettled }} /> : null;
}

type GroupPageProps = { group: Extract<QueueEntry, { type: 'group' }>; isSettled: boolean };

function GroupPage({ group: { subject, asking }, isSettled }: GroupPageProps) {
  const { view, requestCaret, selectInQueue } = useParley();
  const page = usePage({
    onClose() {
      closePage(view);
      requestCaret();
    },
    onLost: requestCaret,
    keepsFocus: true,
  });
  const { problem, answer } = useAnswer(asking);

  function open(one: AskingChat): void {
    const entry = apartEntry(one);
    if (entry !== undefined) selectInQueue(entry);
  }

  return (
    <div {...page} role="region" aria-label="Asked in several chats" className="flex flex-col bg-window">
      <header className="drag-region flex h-12 shrink-0 items-center gap-2.5 ps-6 pe-2 max-[719.98px]:ps-4">
        <h1 className="min-w-0 cut-off font-semibold">Asked in {chatCount(asking)} chats</h1>
        <QueuePlace />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="column py-4">
          <SameRequestsCard
            {...{ subject, asking, problem }}
            waiting={!isSettled}
            onAnswer={answer}
            onOpen={open}
          />
        </div>
      </div>
      <QueueNext />
    </div>
  );
}

/** Returns how to answer all of these requests, and what came of it where they still wait together. */
function useAnswer(asking: readonly AskingChat[]) {
  const { companion, store, decidedTogether } = useParley();
  const [problem, setProblem] = useState<string | null>(null);

  async function answer(verdict: 'once' | 'no'): Promise<void> {
    setProblem(null);
    try {
      const call = companion.client.workspace.answerSameRequests({ requests: [...asking], verdict });
      const leftOut = new Set((await call).leftOut);
      if (leftOut.size > 0) setProblem(leftOutText(leftOut.size));
      for (const id of leftOut) setChatLine(store, id, leftOutText(1));
      decidedTogether(asking.filter(({ workspaceId }) => !leftOut.has(workspaceId)));
    } catch (error) {
      setProblem(failureText(error));
    }
  }

  return { problem, answer };
}
