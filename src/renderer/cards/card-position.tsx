import { ArrowDown, ArrowUp } from 'lucide-react';
import { IconButton } from '../ui/icon-button.tsx';

type CardPositionProps = { index: number; of: number; onNext(): void };

/** Shows the position among several waiting cards, and a button for the next; after the last comes the first. */
export function CardPosition({ index, of, onNext }: CardPositionProps) {
  const Arrow = index < of ? ArrowDown : ArrowUp;
  return (
    <span className="-my-1.5 inline-flex items-center text-second whitespace-nowrap text-tertiary tabular-nums pointer-coarse:-my-3">
      {index} of {of}
      <IconButton
        label="Next waiting card"
        icon={<Arrow aria-hidden data-direction={index < of ? 'down' : 'up'} />}
        onClick={onNext}
      />
    </span>
  );
}
