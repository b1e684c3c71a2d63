import { Folder } from 'lucide-react';
import { useState } from 'react';
import type { SameRequest } from '../../../shared/permissions/same-request.ts';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

/** A request of another chat for the same. */
export type OtherRequest = SameRequest & { chat: string };

type SameRequestsProps = {
  others: readonly OtherRequest[];
  /** Identifies what is decided about as it is on the card. */
  about: string;
  /** False until all that would be allowed was in sight. */
  mayAllow: boolean;
  /** Answers the card's own request and those of the others; resolves when that is done. */
  onAnswerAll(verdict: 'once' | 'no'): Promise<void>;
};

/** The other chats that ask for the same, which one answer settles. */
export function SameRequests({ others, about, mayAllow, onAnswerAll }: SameRequestsProps) {
  const [sending, setSending] = useState(false);
  const all = others.length + 1;
  const aboutAll = [about, ...others.map(({ permissionId }) => permissionId)].join(' ');

  function answer(verdict: 'once' | 'no'): void {
    setSending(true);
    void onAnswerAll(verdict).finally(() => setSending(false));
  }

  return (
    <section aria-label="Also asked in other chats" className="border-t border-hairline px-4 py-3">
      <p className="pb-1 text-second font-medium">
        {others.length === 1
          ? 'Another chat asks for the same'
          : `${others.length} other chats ask for the same`}
      </p>
      <ul>
        {others.map(({ chat, ...request }) => (
          <li key={request.permissionId} className="border-t border-hairline py-1.5 first:border-transparent">
            <RequestPlace {...{ chat, request }} />
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2 pt-1">
        <DecidingButton about={aboutAll} off={sending} onClick={() => answer('no')}>
          {`Deny for all ${all}`}
        </DecidingButton>
        <DecidingButton about={aboutAll} off={sending || !mayAllow} onClick={() => answer('once')}>
          {`Allow for all ${all}`}
        </DecidingButton>
      </div>
    </section>
  );
}

/** The chat that a request waits in, who asks there, and in which folder. */
export function RequestPlace({ chat, request }: { chat: string; request: SameRequest }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-0.5 text-second">
      <span className="min-w-0 font-medium wrap-anywhere">
        <VisibleText text={chat} layout="line" />
      </span>
      <span className="text-secondary">
        <VisibleText text={request.asker} layout="line" />
      </span>
      <span className="inline-flex min-w-0 items-center gap-1.5 text-secondary [&_svg]:size-3.75 [&_svg]:shrink-0 [&_svg]:text-tertiary">
        <Folder aria-hidden />
        <span className="wrap-anywhere">
          <VisibleText text={request.folder} layout="line" />
        </span>
      </span>
    </span>
  );
}
