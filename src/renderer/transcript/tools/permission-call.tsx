import { visibleText } from '../../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ImageAttachment } from '../../../shared/transcript/attachment.ts';
import { PermissionCard } from '../../cards/permission/permission-card.tsx';
import type { PermissionPart } from '../../cards/permission/permission-card-kind.ts';
import { createCardStore } from '../../cards/store/card-store.ts';
import { setChatLine } from '../../state/parley-store.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { AttachedImage } from '../message/attached-image.tsx';

type PermissionCallProps = {
  workspaceId: WorkspaceId;
  part: PermissionPart;
  nth: number;
  position: { index: number; of: number } | null;
  onNext(): void;
};

/** A call that asked for permission, and the images that it returned. */
export function PermissionCall({ workspaceId, part, nth, position, onNext }: PermissionCallProps) {
  const { cardsOf, afterDecision, removeRule, store } = useParley();
  const ruleId = part.permission.settlement?.rule?.id;
  const hasRule = useParleyState(({ app }) => app?.rules.some(({ id }) => id === ruleId) ?? false);
  const images = part.result?.images ?? [];
  const card = (
    <PermissionCard
      {...{ part, nth, position, onNext, hasRule }}
      store={cardsOf(workspaceId, createCardStore)}
      onUndoRule={(id) =>
        void removeRule(id).then((problem) => {
          if (problem !== null) setChatLine(store, workspaceId, problem);
        })
      }
      onDecided={afterDecision}
    />
  );
  if (images.length === 0) return card;
  return (
    <>
      {card}
      <ResultImages {...{ workspaceId, images }} />
    </>
  );
}

/** The largest size of a result's image, in CSS pixels. */
const largest = { width: 480, height: 320 };

function ResultImages({
  workspaceId,
  images,
}: {
  workspaceId: WorkspaceId;
  images: readonly ImageAttachment[];
}) {
  return (
    <ul aria-label="Images" className="mt-2 flex flex-wrap gap-2">
      {images.map((image) => (
        <li key={image.id} className="overflow-hidden rounded-card border border-hairline">
          <AttachedImage {...{ workspaceId, image }} most={largest} alt={visibleText(image.name, 'line')} />
        </li>
      ))}
    </ul>
  );
}
