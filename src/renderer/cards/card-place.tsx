import type { ToolCallId } from '../../shared/ids.ts';
import { CardFrame } from './card-frame.tsx';

type CardPlaceProps = {
  /** The region's whole accessible name, as the card will have it. */
  name: string;
  toolCallId: ToolCallId;
  title: string;
  waiting?: boolean;
};

/** Stands for a card for the moment until its code is there. */
export function CardPlace({ waiting = false, ...props }: CardPlaceProps) {
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
