import { Fragment, type ReactNode } from 'react';

/** A key of the keyboard. */
export function KeyCap({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-5 rounded-small border border-hairline bg-well px-1.5 text-center font-sans text-small text-secondary">
      {children}
    </kbd>
  );
}

/** Keys that are pressed together, such as `Ctrl+K`: a cap each, and read as they are written. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex shrink-0 gap-1">
      {keys.split(/(?<=.)\+/u).map((key, at) => (
        <Fragment key={key}>
          {at > 0 && <span className="sr-only">+</span>}
          <KeyCap>{key}</KeyCap>
        </Fragment>
      ))}
    </kbd>
  );
}
