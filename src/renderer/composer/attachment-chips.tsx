import { X } from 'lucide-react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { Attachment } from '../../shared/transcript/attachment.ts';
import { largestTextForAgent } from '../../shared/transcript/attachment-limits.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { emptyComposer } from '../state/composer/composer-state.ts';
import { AttachmentChip, attachmentDetail, AttachmentFace } from '../transcript/message/attachment-chip.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';

export function AttachmentChips({ workspace }: { workspace: Workspace }) {
  const { id, agent } = workspace;
  const { detach, insertAsText, requestCaret } = useParley();
  const { attached, attaching } = useParleyState(({ composers }) => composers[id] ?? emptyComposer);
  if (attached.length + attaching.length === 0) return null;
  const unseen = !agent.seesImages && attached.some(({ kind }) => kind === 'image');
  return (
    <div className="px-3 pt-3">
      <ul aria-label="Attachments" className="flex max-h-[30dvh] flex-wrap gap-2 overflow-y-auto">
        {attached.map((attachment) => (
          <AttachmentChip
            key={attachment.id}
            id={attachment.id}
            name={attachment.name}
            detail={attachmentDetail(attachment)}
            face={<AttachmentFace workspaceId={id} attachment={attachment} />}
          >
            {attachment.kind === 'text' && (
              <Button
                look="quiet"
                aria-describedby={`${attachment.id}-name`}
                onClick={() => {
                  requestCaret();
                  insertAsText(id, attachment);
                }}
              >
                Insert as text
              </Button>
            )}
            <IconButton
              label={`Remove ${visibleText(attachment.name, 'line')}`}
              icon={<X aria-hidden />}
              onClick={() => {
                detach(id, attachment.id);
                requestCaret();
              }}
            />
          </AttachmentChip>
        ))}
        {attaching.map(({ key, name }) => (
          <AttachmentChip key={key} id={key} name={name} detail="Attaching…" />
        ))}
      </ul>
      {unseen && <Remark>{`${agent.name} can’t see images. It only gets their names.`}</Remark>}
      {attached.some(isCutForAgent) && (
        <Remark>
          {`Of a text over 256 kB ${agent.name} gets the beginning and the end. For all of it, put the file into the folder and mention it with @.`}
        </Remark>
      )}
    </div>
  );
}

/** True for a text of which the agent gets only both ends. */
function isCutForAgent({ kind, size }: Attachment): boolean {
  return kind === 'text' && size > largestTextForAgent;
}

function Remark({ children }: { children: string }) {
  return <p className="pt-1.5 text-small text-secondary">{children}</p>;
}
