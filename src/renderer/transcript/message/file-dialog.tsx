import { useEffect, useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Attachment, TextAttachment } from '../../../shared/transcript/attachment.ts';
import { useParley } from '../../parley-context.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { AttachedImage } from './attached-image.tsx';

type AttachedTextProps = { workspaceId: WorkspaceId; file: TextAttachment };

type Read = { status: 'reading' } | { status: 'failed' } | { status: 'read'; text: string };

/** Content of a text file, to be read and copied. */
export function AttachedText({ workspaceId, file: { id, name } }: AttachedTextProps) {
  const { readTextFile } = useParley();
  const [read, setRead] = useState<Read>({ status: 'reading' });
  useEffect(() => {
    let active = true;
    void readTextFile(workspaceId, id).then((text) => {
      if (active) setRead(text === null ? { status: 'failed' } : { status: 'read', text });
    });
    return () => {
      active = false;
    };
  }, [readTextFile, workspaceId, id]);
  return (
    <div className="w-[min(46rem,calc(100vw-42px))]">
      <pre
        dir="auto"
        tabIndex={0}
        role="group"
        aria-label={`Text of ${name}`}
        className="max-h-[70dvh] min-h-24 overflow-auto rounded-control bg-well px-3 py-2 font-mono text-code whitespace-pre-wrap wrap-anywhere"
      >
        {wordsFor(read)}
      </pre>
      <div className="mt-2 flex items-center justify-end gap-2">
        <CopyButton label="Copy text" text={() => (read.status === 'read' ? read.text : '')} />
      </div>
    </div>
  );
}

function wordsFor(read: Read): string {
  switch (read.status) {
    case 'reading':
      return '';
    case 'failed':
      return 'This file could not be read. It is kept with the message; close this and open it again.';
    case 'read':
      return read.text === '' ? 'This file is empty.' : read.text;
  }
}

type FileDialogProps = { workspaceId: WorkspaceId; file: Attachment; onClose(): void };

/** A file as large as the window allows. */
export function FileDialog({ workspaceId, file, onClose }: FileDialogProps) {
  return (
    <Dialog title={file.name} size="fitting" onClose={onClose}>
      <Content workspaceId={workspaceId} file={file} />
    </Dialog>
  );
}

function Content({ workspaceId, file }: Omit<FileDialogProps, 'onClose'>) {
  switch (file.kind) {
    case 'image': {
      const most = { width: innerWidth - 64, height: innerHeight - 140 };
      return (
        <AttachedImage
          {...{ workspaceId, most }}
          image={file}
          alt={file.name}
          className="mx-auto rounded-small"
        />
      );
    }
    case 'text':
      return <AttachedText workspaceId={workspaceId} file={file} />;
  }
}
