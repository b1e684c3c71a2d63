import type { ComponentProps, ReactNode } from 'react';

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** The accessible name, also the tooltip. */
  label: string;
  icon: ReactNode;
};

export function IconButton({ label, icon, className = '', type = 'button', ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={
        'hit-square inline-flex shrink-0 items-center justify-center rounded-control text-secondary ' +
        'transition-colors duration-(--t-fast) hover:not-disabled:bg-hover hover:not-disabled:text-ink ' +
        `disabled:cursor-default disabled:opacity-60 [&_svg]:size-4 ${className}`
      }
      {...rest}
    >
      {icon}
    </button>
  );
}
