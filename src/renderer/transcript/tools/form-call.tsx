import type { WorkspaceId } from '../../../shared/ids.ts';
import { FormCard } from '../../cards/form/form-card.tsx';
import { formPart, type FormsPart } from '../../cards/form/form-card-kind.ts';
import { createCardStore } from '../../cards/store/card-store.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';

type FormCallProps = {
  workspaceId: WorkspaceId;
  part: FormsPart;
  nth: number;
  position: { index: number; of: number } | null;
  onNext(): void;
};

/** A call that asked for forms or links, with a card for each. */
export function FormCall({ workspaceId, part, nth, position, onNext }: FormCallProps) {
  const { cardsOf, afterDecision } = useParley();
  const { toolCallId, result, forms } = part;
  const isOrphaned = useParleyState(
    ({ app }) => app?.workspaces.find(({ id }) => id === workspaceId)?.turn.status === 'interrupted',
  );
  return (
    <div className="flex flex-col gap-2">
      {forms.map((form, index) => (
        <FormCard
          key={form.id}
          part={formPart(toolCallId, form, result !== null)}
          nth={nth + index}
          position={form.settlement === null ? position : null}
          store={cardsOf(workspaceId, createCardStore)}
          isOrphaned={isOrphaned}
          onNext={onNext}
          onDecided={afterDecision}
        />
      ))}
    </div>
  );
}
