import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { DecidingButton, DecidingItem } from '../../ui/decision/deciding-controls.tsx';
import { Menu } from '../../ui/menu.tsx';
import { CardFoot } from '../card-frame.tsx';
import { useSendingText } from '../sending.ts';

type FormFootProps = {
  /** What the buttons decide about: a change of it disarms them. */
  about: string;
  action: string;
  busy: boolean;
  failure: ReactNode;
  problem?: string;
  onAccept(): void;
  onDecline(): void;
  onCancel(): void;
};

/** The buttons; what ends the call without a no is in the menu. */
export function FormFoot({ about, action, busy, failure, problem = '', ...rest }: FormFootProps) {
  const { onAccept, onDecline, onCancel } = rest;
  const sendingText = useSendingText();
  return (
    <CardFoot>
      {failure}
      <Menu label="More choices" icon={<Ellipsis aria-hidden />} focusItem={false}>
        <DecidingItem about={about} off={busy} onClick={onCancel}>
          <span className="block">Close without an answer</span>
          <span className="block text-small text-tertiary">Ends the call without a yes or no</span>
        </DecidingItem>
      </Menu>
      <span
        role="status"
        className={`min-w-0 text-small wrap-anywhere ${problem ? 'text-danger' : 'text-tertiary'}`}
      >
        {busy ? sendingText : problem}
      </span>
      <span className="ms-auto flex flex-wrap items-center justify-end gap-2">
        <DecidingButton about={about} off={busy} onClick={onDecline}>
          Dismiss
        </DecidingButton>
        <DecidingButton look="primary" about={about} off={busy} onClick={onAccept}>
          {action}
        </DecidingButton>
      </span>
    </CardFoot>
  );
}
