import type { WorkspaceId } from '../../../shared/ids.ts';
import { PreviewCard } from '../../cards/preview/preview-card.tsx';
import type { PreviewPart } from '../../cards/preview/preview-part.ts';
import { createCardStore } from '../../cards/store/card-store.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';

type PreviewCallProps = {
  workspaceId: WorkspaceId;
  part: PreviewPart;
  position: { index: number; of: number } | null;
  onNext(): void;
};

/** A staged change of files. */
export function PreviewCall({ workspaceId, part, position, onNext }: PreviewCallProps) {
  const { cardsOf, saveSettings } = useParley();
  const diffView = useParleyState(({ app }) => app?.settings.diffView ?? 'unified');
  return (
    <PreviewCard
      {...{ part, position, onNext, diffView }}
      store={cardsOf(workspaceId, createCardStore)}
      onDiffView={(view) => void saveSettings({ diffView: view })}
    />
  );
}
