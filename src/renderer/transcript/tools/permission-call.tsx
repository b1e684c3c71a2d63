import { visibleText } from '../../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { ImageAttachment } from '../../../shared/transcript/attachment.ts';
import { PermissionCard } from '../../cards/permission/permission-card.tsx';
import type { PermissionPart } from '../../cards/permission/permission-card-kind.ts';
import { createCardStore } from '../../cards/store/card-store.ts';
import { failureText } from '../../connection/connection.ts';
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
  const { others, answerAll } = useSameRequests(workspaceId, part);
  const images = part.result?.images ?? [];
  const card = (
    <PermissionCard
      {...{ part, nth, position, onNext, hasRule, others }}
      onAnswerAll={answerAll}
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

/** Returns the requests of other chats for the same, and how to answer them with this one. */
function useSameRequests(workspaceId: WorkspaceId, { permission }: PermissionPart) {
  const { companion, store } = useParley();
  const group = useParleyState(({ app }) =>
    app?.sameRequests.find(({ requests }) =>
      requests.some(({ permissionId }) => permissionId === permission.id),
    ),
  );
  const workspaces = useParleyState(({ app }) => app?.workspaces);
  const others = (group?.requests ?? []).flatMap((request) => {
    const chat = workspaces?.find(({ id }) => id === request.workspaceId)?.name;
    return request.permissionId === permission.id || chat === undefined ? [] : [{ ...request, chat }];
  });

  async function answerAll(verdict: 'once' | 'no'): Promise<void> {
    const from = permission.id;
    const requests = [{ workspaceId, permissionId: from }, ...others];
    try {
      const { leftOut } = await companion.client.workspace.answerSameRequests({ requests, from, verdict });
      if (leftOut.length > 0) setChatLine(store, workspaceId, leftOutText(leftOut.length));
    } catch (error) {
      setChatLine(store, workspaceId, failureText(error));
    }
  }

  return { others, answerAll };
}

function leftOutText(count: number): string {
  return count === 1
    ? 'One of the other chats was left out: its request was answered or changed meanwhile.'
    : `${count} of the other chats were left out: their requests were answered or changed meanwhile.`;
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
