import { WrapText } from 'lucide-react';
import { IconButton } from './icon-button.tsx';

type WrapButtonProps = { wrap: boolean; onWrap(wrap: boolean): void };

/** Breaks long lines, or leaves them whole. */
export function WrapButton({ wrap, onWrap }: WrapButtonProps) {
  return (
    <IconButton
      label="Wrap lines"
      aria-pressed={wrap}
      className="aria-pressed:bg-selected aria-pressed:text-ink"
      icon={<WrapText aria-hidden />}
      onClick={() => onWrap(!wrap)}
    />
  );
}
