import { FileText, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { Attachment } from '../../shared/transcript/attachment.ts';
import { largestTextForAgent } from '../../shared/transcript/attachment-limits.ts';
import type { Workspace } from '../../shared/workspace/workspace.ts';
import { useParley, useParleyState } from '../parley-context.tsx';
import { emptyComposer } from '../state/composer/composer-state.ts';
import { AttachedImage } from '../transcript/message/attached-image.tsx';
import { fileSize } from '../transcript/message/file-size.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { VisibleText } from '../ui/visible-text.tsx';

const thumbnail = { width: 40, height: 40 };

/** The files that go with the message being written. */
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
          <Chip
            key={attachment.id}
            id={attachment.id}
            name={attachment.name}
            detail={fileSize(attachment.size)}
            face={<Face workspace={workspace} attachment={attachment} />}
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
          </Chip>
        ))}
        {attaching.map(({ key, name }) => (
          <Chip key={key} id={key} name={name} detail="Attaching…" />
        ))}
      </ul>
      {unseen && <Remark>{`${agent.name} cannot see images; it is told only what they are called.`}</Remark>}
      {attached.some(isCutForAgent) && (
        <Remark>
          {`Of a text over 256 kB ${agent.name} gets the beginning and the end. For all of it, put the file into the folder and mention it with @.`}
        </Remark>
      )}
    </div>
  );
}

/** True for a text that an agent does not get whole. */
function isCutForAgent({ kind, size }: Attachment): boolean {
  return kind === 'text' && size > largestTextForAgent;
}

function Remark({ children }: { children: string }) {
  return <p className="pt-1.5 text-small text-secondary">{children}</p>;
}

type ChipProps = { id: string; name: string; detail: string; face?: ReactNode; children?: ReactNode };

function Chip({ id, name, detail, face, children }: ChipProps) {
  return (
    <li className="flex min-h-12 max-w-full items-center gap-2 rounded-card border border-hairline bg-well py-0.5 ps-1 pe-1 text-second">
      {face ?? <span className="size-10" />}
      <span className="flex min-w-0 flex-col">
        <span id={`${id}-name`} title={visibleText(name, 'line')} className="max-w-44 truncate">
          <VisibleText text={name} layout="line" />
        </span>
        <span className="text-small text-secondary tabular-nums">{detail}</span>
      </span>
      {children}
    </li>
  );
}

function Face({ workspace, attachment }: { workspace: Workspace; attachment: Attachment }) {
  return (
    <span className="flex size-10 shrink-0 items-center justify-center overflow-hidden rounded-control bg-selected">
      {attachment.kind === 'image' ? (
        <AttachedImage workspaceId={workspace.id} image={attachment} most={thumbnail} alt="" />
      ) : (
        <FileText aria-hidden className="size-4 text-secondary" />
      )}
    </span>
  );
}
