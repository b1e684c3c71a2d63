import type { ReactNode } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import { TimeOfDay } from '../../ui/time-of-day.tsx';

type MessageActionsProps = {
  /** When the message was sent, or the answer ended; in milliseconds since 1970. */
  at: number;
  side: 'start' | 'end';
  /** Said beside the time. */
  about?: string | null;
  /** Returns the text to copy; null if there is nothing to copy. */
  copied: (() => string | Promise<string>) | null;
  children?: ReactNode;
};

/**
 * The line of actions below a message. Its room is always kept, so that nothing moves when it shows: on hover or
 * focus, and always where there is no mouse.
 */
export function MessageActions({ at, side, about = null, copied, children }: MessageActionsProps) {
  const time = <TimeOfDay at={at} className="px-2 text-small text-secondary tabular-nums" />;
  return (
    <div
      className={
        'flex h-turn w-full items-center gap-0.5 opacity-0 transition-opacity duration-(--t-fast) select-none ' +
        'group-hover/row:opacity-100 group-focus-within/row:opacity-100 pointer-coarse:h-11 [@media(hover:none)]:opacity-100 ' +
        (side === 'end' ? 'justify-end' : '-ms-2 [&>[role=status]]:order-1')
      }
    >
      {side === 'end' && time}
      {copied !== null && <CopyButton label="Copy message" text={copied} />}
      {children}
      {side === 'start' && time}
      {about !== null && <span className="text-small text-secondary tabular-nums">{about}</span>}
    </div>
  );
}
