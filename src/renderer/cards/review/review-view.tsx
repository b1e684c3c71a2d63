import { PanelRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';

/** Where a preview is read: on its card, which may be cut, or open in the pane as well; or in the pane. */
export type ReviewView = { in: 'card'; cut: boolean; paneOpen: boolean; onRead(): void } | { in: 'pane' };

/** The head of what is read beside the conversation. */
export type ReaderHead = {
  title: string;
  icon: ReactNode;
  /** Gives it its accent edge. */
  calling: boolean;
  about: ReactNode;
  tools: ReactNode;
};

/** Opens a preview in the pane. */
export function OpenBeside({ onRead }: { onRead(): void }) {
  return <IconButton label="Open beside" icon={<PanelRight aria-hidden />} onClick={onRead} />;
}
