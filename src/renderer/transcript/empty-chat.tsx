import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';

const suggestion = 'Plan a README for this project';

export function EmptyChat({ workspace }: { workspace: Workspace }) {
  const { typeElsewhere } = useParley();
  return (
    <div
      role="log"
      aria-label="Conversation"
      aria-live="off"
      className="column flex flex-1 flex-col items-center justify-center gap-4 pb-12 text-center"
    >
      <p className="max-w-100 text-title font-medium text-balance">
        Say what you want done; what is yours to decide, you will be asked.
      </p>
      <Button onClick={() => typeElsewhere(workspace.id, suggestion)}>{suggestion}</Button>
    </div>
  );
}
