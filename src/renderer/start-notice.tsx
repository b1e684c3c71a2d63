import { X } from 'lucide-react';
import { useParley, useParleyState, useView } from './parley-context.tsx';
import { IconButton } from './ui/icon-button.tsx';
import { ProblemLine } from './ui/problem-line.tsx';

/** Notice about this start of Parley, until the person dismisses it. */
export function StartNotice() {
  const { view } = useParley();
  const notice = useParleyState(({ app }) => app?.about.notice ?? null);
  const dismissed = useView((state) => state.dismissedNotice);
  if (notice === null || notice === dismissed) return null;
  return (
    <div className="column flex shrink-0 items-start gap-2 pb-2">
      <div className="min-w-0 flex-1 py-1.5">
        <ProblemLine>{notice}</ProblemLine>
      </div>
      <IconButton
        label="Dismiss this notice"
        icon={<X aria-hidden />}
        onClick={() => view.setState({ dismissedNotice: notice, caretRequested: true })}
      />
    </div>
  );
}
