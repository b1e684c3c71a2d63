import { ArrowLeft } from 'lucide-react';
import { useParley, useView } from '../parley-context.tsx';
import { closePage } from '../state/view-store.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { useMedia } from '../use-media.ts';

/** The way back from a page, where no list of chats stands beside the page. */
export function BackButton() {
  const { view } = useParley();
  const sidebar = useView((state) => state.columns.sidebarShown);
  const narrow = useMedia('(width < 720px)');
  if (sidebar && !narrow) return null;
  return (
    <IconButton
      label="Back to chat"
      icon={<ArrowLeft aria-hidden />}
      className="-ms-2"
      onClick={() => closePage(view)}
    />
  );
}
