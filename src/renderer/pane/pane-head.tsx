import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParley } from '../parley-context.tsx';
import { closePane } from '../state/view-store.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

export const paneTitleId = 'pane-title';

type PaneHeadProps = {
  title: string;
  icon?: ReactNode;
  /** Gives the head its accent edge, while the content waits for the person. */
  calling?: boolean;
  /** Shown beside the title, in secondary text. */
  about?: ReactNode;
  children?: ReactNode;
};

export function PaneHead({ title, icon, calling = false, about, children }: PaneHeadProps) {
  const { view } = useParley();
  return (
    <header
      className={`@container flex h-12 shrink-0 items-center gap-2.5 border-b border-hairline ps-5 pe-2 ${
        calling ? 'border-t-2 border-t-accent-mark bg-accent-wash' : ''
      }`}
    >
      {icon === undefined ? null : (
        <span className={`grid shrink-0 [&_svg]:size-4 ${calling ? 'text-accent-ink' : 'text-secondary'}`}>
          {icon}
        </span>
      )}
      <div className="flex min-w-0 items-baseline gap-2.5 @max-[36rem]:flex-col @max-[36rem]:gap-0">
        <h2 id={paneTitleId} className="min-w-0 max-w-full cut-off font-semibold" title={title}>
          <VisibleText text={title} layout="line" />
        </h2>
        <span className="shrink-0 text-second text-tertiary empty:hidden @max-[36rem]:text-small">
          {about}
        </span>
      </div>
      <span className="ms-auto flex shrink-0 items-center">
        {children}
        <IconButton label="Close pane" icon={<X aria-hidden />} onClick={() => closePane(view)} />
      </span>
    </header>
  );
}
