import { useId } from 'react';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useConnection, useParley, useParleyState } from '../parley-context.tsx';
import { tooLongText } from '../connection/failure-text.ts';
import { emptyComposer } from '../state/composer-state.ts';
import { isTooLong } from '../state/text-limit.ts';
import { ProblemLine } from '../ui/problem-line.tsx';
import { ComposerActions } from './composer-actions.tsx';
import { MessageField } from './message-field.tsx';
import { MessageQueue } from './message-queue.tsx';
import { StatusLine } from './status-line.tsx';
import { UsageLine } from './usage-line.tsx';

/** Where the person writes; always usable, whatever the agent does. */
export function Composer({ workspace }: { workspace: Workspace }) {
  const { id, waiting } = workspace;
  const { typeMessage, sendMessage, recallMessage } = useParley();
  const connection = useConnection();
  const { text, sending, problem } = useParleyState(({ composers }) => composers[id] ?? emptyComposer);
  const notice = useParleyState(({ notices }) => notices[id]);
  const problemId = useId();
  const said = isTooLong(text) ? tooLongText : (problem ?? notice);
  return (
    <div className="gutters shrink-0 overflow-y-hidden">
      <div className="column pb-4 short:pb-2">
        <div className="flex flex-wrap items-center">
          <StatusLine connection={connection} workspace={workspace} />
          {workspace.turn.status !== 'working' && <UsageLine usage={workspace.usage} />}
        </div>
        {said !== undefined && (
          <div className="pb-2">
            <ProblemLine id={problemId}>{said}</ProblemLine>
          </div>
        )}
        <MessageQueue workspace={workspace} />
        <div className="rounded-composer border border-edge bg-raised focus-within:border-ink short:min-[30rem]:flex short:min-[30rem]:items-end">
          <MessageField
            key={id}
            workspaceId={id}
            text={text}
            placeholder={waiting > 0 ? 'Answer above, or just type a reply' : 'Write a message'}
            wantsCaret={waiting === 0 && !matchMedia('(pointer: coarse)').matches}
            describedBy={said === undefined ? undefined : problemId}
            onType={(typed) => typeMessage(id, typed)}
            onSend={() => sendMessage(id)}
            onRecall={(step) => recallMessage(id, step)}
          />
          <ComposerActions
            workspace={workspace}
            canSend={text.trim() !== '' && sending === null && !isTooLong(text)}
          />
        </div>
      </div>
    </div>
  );
}
