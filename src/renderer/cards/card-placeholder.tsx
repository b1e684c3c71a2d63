import type { ToolCallId } from '../../shared/ids.ts';
import { CardFrame } from './card-frame.tsx';

type CardPlaceholderProps = {
  /** The region's whole accessible name, as the card will have it. */
  name: string;
  toolCallId: ToolCallId;
  title: string;
  waiting?: boolean;
};

/** Shown in place of a card until its code is loaded. */
export function CardPlaceholder({ waiting = false, ...props }: CardPlaceholderProps) {
  return (
    <CardFrame
      {...props}
      status={waiting ? 'Needs you' : null}
      waiting={waiting}
      calling={waiting}
      collapsed
      onCollapsedChange={() => undefined}
    >
      {null}
    </CardFrame>
  );
}
