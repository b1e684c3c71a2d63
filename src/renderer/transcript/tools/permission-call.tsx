import { Suspense } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { PermissionCard } from '../../cards/permission/permission-card.tsx';
import type { PermissionPart } from '../../cards/permission/permission-card-kind.ts';
import { createCardStore } from '../../cards/store/card-store.ts';
import { setNotice } from '../../state/parley-store.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';

type PermissionCallProps = {
  workspaceId: WorkspaceId;
  part: PermissionPart;
  nth: number;
  position: { index: number; of: number } | null;
  onNext(): void;
};

const ResultImages = lazyPart(async () => (await import('../message/result-images.tsx')).ResultImages);

/** A call that asked for permission, and the images that came of it. */
export function PermissionCall({ workspaceId, part, nth, position, onNext }: PermissionCallProps) {
  const { cardsOf, requestCaret, removeRule, store } = useParley();
  const ruleId = part.permission.settlement?.rule?.id;
  const hasRule = useParleyState(({ app }) => app?.rules.some(({ id }) => id === ruleId) ?? false);
  const images = part.result?.images ?? [];
  const card = (
    <PermissionCard
      {...{ part, nth, position, onNext, hasRule }}
      store={cardsOf(workspaceId, createCardStore)}
      onUndoRule={(id) =>
        void removeRule(id).then((problem) => {
          if (problem !== null) setNotice(store, workspaceId, problem);
        })
      }
      onDecided={requestCaret}
    />
  );
  if (images.length === 0) return card;
  return (
    <>
      {card}
      <Suspense>
        <ResultImages {...{ workspaceId, images }} />
      </Suspense>
    </>
  );
}
