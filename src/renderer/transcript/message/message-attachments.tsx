import { FileText } from 'lucide-react';
import { Suspense } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Attachment } from '../../../shared/transcript/attachment.ts';
import { useParley, useView } from '../../parley-context.tsx';
import { openPane } from '../../state/view-store.ts';
import { AttachedImage } from './attached-image.tsx';
import { fileSize } from './file-size.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { VisibleText } from '../../ui/visible-text.tsx';

const ImageDialog = lazyPart(async () => (await import('./image-dialog.tsx')).ImageDialog);

const most = { width: 280, height: 200 };

type MessageAttachmentsProps = { workspaceId: WorkspaceId; attachments: readonly Attachment[] };

/** Attachments of a message, each to be opened: images as large as fits, text files in the pane. */
export function MessageAttachments({ workspaceId, attachments }: MessageAttachmentsProps) {
  const { view } = useParley();
  const shown = useView(({ shownFile }) => attachments.find(({ id }) => id === shownFile));
  if (attachments.length === 0) return null;

  function open(attachment: Attachment): void {
    switch (attachment.kind) {
      case 'image':
        return view.setState({ shownFile: attachment.id });
      case 'text':
        return openPane(view, { type: 'file', workspaceId, file: attachment });
    }
  }

  return (
    <>
      <ul aria-label="Attachments" className="mb-2 flex max-w-[82%] flex-wrap items-end justify-end gap-2">
        {attachments.map((attachment) => (
          <li key={attachment.id} className="max-w-full">
            <button
              type="button"
              aria-label={attachment.kind === 'image' ? `Open ${nameOf(attachment)}` : undefined}
              title={nameOf(attachment)}
              onClick={() => open(attachment)}
              className={`hit-square max-w-full rounded-card border border-hairline ${faceOf(attachment)}`}
            >
              <Face workspaceId={workspaceId} attachment={attachment} />
            </button>
          </li>
        ))}
      </ul>
      <Suspense>
        {shown?.kind === 'image' && (
          <ImageDialog
            {...{ workspaceId }}
            image={shown}
            onClose={() => view.setState({ shownFile: null })}
          />
        )}
      </Suspense>
    </>
  );
}

function nameOf({ name }: Attachment): string {
  return visibleText(name, 'line');
}

function faceOf({ kind }: Attachment): string {
  switch (kind) {
    case 'image':
      return 'flex items-center justify-center overflow-hidden bg-well';
    case 'text':
      return 'flex items-center gap-2 bg-raised px-3 py-1 text-start text-second hover:bg-hover';
  }
}

function Face({ workspaceId, attachment }: { workspaceId: WorkspaceId; attachment: Attachment }) {
  switch (attachment.kind) {
    case 'image':
      return <AttachedImage workspaceId={workspaceId} image={attachment} most={most} alt="" />;
    case 'text':
      return (
        <>
          <FileText aria-hidden className="size-4 shrink-0 text-secondary" />
          <span className="wrap-anywhere">
            <span className="sr-only">Open </span>
            <VisibleText text={attachment.name} layout="line" />
          </span>{' '}
          <span className="shrink-0 text-secondary tabular-nums">{fileSize(attachment.size)}</span>
        </>
      );
  }
}
