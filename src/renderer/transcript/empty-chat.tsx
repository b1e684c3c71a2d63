import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';

const suggestions = [
  'Plan a README for this project',
  'Plan tests for what matters most',
  'Which files does this project begin with?',
];

/** A chat in which nothing was said yet; a suggestion goes into the composer, to be sent or changed. */
export function EmptyChat({ workspace }: { workspace: Workspace }) {
  const { typeElsewhere } = useParley();
  return (
    <div
      role="log"
      aria-label="Conversation"
      aria-live="off"
      className="column flex min-h-0 flex-1 flex-col items-center overflow-y-auto"
    >
      <div className="m-auto flex flex-col items-center gap-5 py-4 text-center">
        <p className="max-w-100 text-title font-medium text-balance">
          Say what you want done; what is yours to decide, you will be asked.
        </p>
        <ul aria-label="Suggestions" className="flex flex-col items-center gap-2">
          {suggestions.map((suggestion) => (
            <li key={suggestion}>
              <Button onClick={() => typeElsewhere(workspace.id, suggestion)}>{suggestion}</Button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
