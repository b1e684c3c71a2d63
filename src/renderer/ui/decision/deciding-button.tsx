import { type ComponentProps, useRef } from 'react';
import { Button } from '../button.tsx';
import { useArming } from './use-arming.ts';

type DecidingButtonProps = Omit<ComponentProps<typeof Button>, 'ref' | 'disabled' | 'aria-disabled'> & {
  /** Names what it decides about as it is shown; not needed where that never changes. */
  about?: string;
  /** True if there is nothing to decide, as while a decision is sent. */
  off?: boolean;
};

/**
 * A button that decides. It acts only by a press that began on it once it had stood in its place for a
 * moment; until then it looks the same and is `aria-disabled`.
 */
export function DecidingButton({ about = '', off = false, ...rest }: DecidingButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { id, armed } = useArming(button, 'press', off ? null : about);
  return (
    <Button
      ref={button}
      data-decides={id}
      data-arming={(!off && !armed) || undefined}
      aria-disabled={off || !armed}
      {...rest}
    />
  );
}
