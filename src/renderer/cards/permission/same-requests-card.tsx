import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { subjectName, subjectText } from '../../../shared/permissions/permission-text.ts';
import { permissionWeight } from '../../../shared/permissions/permission-weight.ts';
import type { CommandSubject } from '../../../shared/permissions/permission.ts';
import type { SameRequest } from '../../../shared/permissions/same-request.ts';
import { sameWishText } from '../../../shared/permissions/request-text.ts';
import { AgentMark, markOfAsker } from '../../ui/agent-mark.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { useSeenWhole } from '../../ui/use-seen-whole.ts';
import { VisibleText } from '../../ui/visible-text.tsx';
import { CardFoot, CardFrame } from '../card-frame.tsx';
import { useSendingText } from '../sending.ts';
import { allowLooks } from './permission-actions.tsx';
import { RequestPlace } from './same-requests.tsx';
import { CommandBody, Confinement, isCut } from './subject-body.tsx';

/** A request with the chat that it waits in. */
type Asking = SameRequest & { chat: { name: string; agent: { id: string } } };

type SameRequestsCardProps<One extends Asking> = {
  subject: CommandSubject;
  asking: readonly One[];
  /** False once they no longer wait together. */
  waiting: boolean;
  problem: string | null;
  /** Answers exactly the requests that are shown; resolves when that is done. */
  onAnswer(verdict: 'once' | 'no'): Promise<void>;
  /** Shows one request in its chat, to be answered by itself. */
  onOpen(one: One): void;
};

/** One card for what several chats want to run alike: what it is, who asks where, and one answer for all of them. */
export function SameRequestsCard<One extends Asking>(props: SameRequestsCardProps<One>) {
  const { subject, asking, waiting, problem, onOpen } = props;
  const [collapsed, setCollapsed] = useState(false);
  const [shownWhole, setShownWhole] = useState(false);
  const content = useRef<HTMLDivElement>(null);
  const about = [String(shownWhole), ...asking.map(({ permissionId }) => permissionId)].join(' ');
  const [seen, setSeen] = useState<string | null>(null);
  const cut = isCut({ subject }, shownWhole);
  const showMore = useSeenWhole(content, {
    about: !waiting || collapsed || cut || seen === about ? null : about,
    onSeen: () => setSeen(about),
  });
  return (
    <CardFrame
      name={`Permission for all: ${subjectName(subject)}`}
      toolCallId={asking[0]?.permissionId ?? ''}
      icon={<Marks asking={asking} />}
      title={sameWishText(new Set(asking.map(({ workspaceId }) => workspaceId)).size, subject.parts?.length)}
      status={waiting ? 'Needs you' : 'Settled'}
      {...{ waiting, collapsed }}
      calling={waiting}
      onCollapsedChange={setCollapsed}
      actions={<CopyButton text={() => subjectText(subject)} />}
      flush
    >
      <div className="rounded-b-[inherit]">
        <div ref={content} className="border-t border-hairline">
          <div className="flex flex-col gap-2.5 px-4 pt-3.5 pb-2.5">
            <CommandBody subject={subject} whole={shownWhole} />
            <p className="text-second text-secondary">
              <Confinement confined={subject.confined} />
            </p>
          </div>
          <ul aria-label="Who asks" className="px-2 pb-2">
            {asking.map((one) => (
              <AskingRow key={one.permissionId} one={one} waiting={waiting} onOpen={() => onOpen(one)} />
            ))}
          </ul>
        </div>
        {problem === null ? null : (
          <div className="px-4 pb-3">
            <ProblemLine>{problem}</ProblemLine>
          </div>
        )}
        {waiting ? (
          <CardFoot>
            <Foot
              {...props}
              {...{ about }}
              isSeen={seen === about}
              onWhole={cut ? () => setShownWhole(true) : null}
              onMore={showMore}
            />
          </CardFoot>
        ) : null}
      </div>
    </CardFrame>
  );
}

type FootProps<One extends Asking> = SameRequestsCardProps<One> & {
  /** Identifies what is decided about. */
  about: string;
  /** True once all that would be allowed was in sight. */
  isSeen: boolean;
  /** Shows all of a very long command; null where all of it is shown. */
  onWhole: (() => void) | null;
  onMore(): void;
};

function Foot<One extends Asking>(props: FootProps<One>) {
  const { subject, asking, about, isSeen, onAnswer, onOpen, onWhole, onMore } = props;
  const [sending, setSending] = useState(false);
  const sendingText = useSendingText();
  const [first] = asking;

  function answer(verdict: 'once' | 'no'): void {
    setSending(true);
    void onAnswer(verdict).finally(() => setSending(false));
  }

  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-1">
      <Button look="quiet" onClick={() => first && onOpen(first)}>
        One by one
      </Button>
      <span role="status" className="min-w-0 text-small text-tertiary">
        {sending ? sendingText : ''}
      </span>
      <span className="ms-auto flex flex-wrap items-center justify-end gap-2">
        <DecidingButton about={about} off={sending} onClick={() => answer('no')}>
          {`Deny for all ${asking.length}`}
        </DecidingButton>
        {isSeen ? (
          <DecidingButton
            look={allowLooks[permissionWeight(subject)]}
            about={about}
            off={sending}
            onClick={() => answer('once')}
          >
            {`Allow for all ${asking.length}`}
          </DecidingButton>
        ) : (
          <Button look="primary" onClick={onWhole ?? onMore}>
            {onWhole === null ? 'Show more' : 'Show everything'}
          </Button>
        )}
      </span>
    </div>
  );
}

type AskingRowProps = { one: Asking; waiting: boolean; onOpen(): void };

/** Who asks in which folder, and why; leads to its own card. */
function AskingRow({ one, waiting, onOpen }: AskingRowProps) {
  const { chat, reason } = one;
  const text = (
    <>
      <AgentMark of={markOf(one)} size={18} />
      <span className="min-w-0 flex-1">
        <RequestPlace chat={chat.name} request={one} />
        {reason === null || reason.trim() === '' ? null : (
          <span className="block text-second text-secondary wrap-anywhere" dir="auto">
            “<VisibleText text={reason} layout="line" />”
          </span>
        )}
      </span>
    </>
  );
  const look = 'flex w-full items-center gap-2.5 rounded-control px-2 py-2 text-start';
  return (
    <li className="border-t border-hairline first:border-transparent">
      {waiting ? (
        <button type="button" onClick={onOpen} className={`hit ${look} hover:bg-hover`}>
          {text}
          <ChevronRight aria-hidden className="size-4 shrink-0 text-tertiary rtl:rotate-180" />
        </button>
      ) : (
        <div className={look}>{text}</div>
      )}
    </li>
  );
}

/** The marks of those who ask, each once. */
function Marks({ asking }: { asking: readonly Asking[] }) {
  const marks = [...new Set(asking.map(markOf))].slice(0, 3);
  return (
    <span className="flex gap-1">
      {marks.map((mark) => (
        <AgentMark key={mark} of={mark} size={18} />
      ))}
    </span>
  );
}

const markOf = ({ askedBy, chat }: Asking) => markOfAsker(askedBy, chat.agent.id);

/** Says that chats were left out of an answer for all. */
export function leftOutText(count: number): string {
  const what = 'answered or changed meanwhile, or something is entered on its card';
  return count === 1
    ? `This was left out of your answer for all: it was ${what}.`
    : `${count} chats were left out of your answer: each was ${what}.`;
}
