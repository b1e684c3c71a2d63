import { useEffect, useState } from 'react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { TextAttachment } from '../../shared/transcript/attachment.ts';
import { useParley } from '../parley-context.tsx';
import { fileSize } from '../transcript/message/file-size.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { PaneHead } from './pane-head.tsx';

/** The longest text that is laid out without freezing the window, in UTF-16 units. */
const longestShown = 300_000;

type Read = { status: 'reading' } | { status: 'failed' } | { status: 'read'; text: string };

export function FilePane({ workspaceId, file }: { workspaceId: WorkspaceId; file: TextAttachment }) {
  const { id, name, size } = file;
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
    <>
      <PaneHead title={name} about={<span className="tabular-nums">{fileSize(size)}</span>}>
        <CopyButton label="Copy text" text={() => (read.status === 'read' ? read.text : '')} />
      </PaneHead>
      <pre
        dir="auto"
        tabIndex={0}
        role="group"
        aria-label={`Text of ${visibleText(name, 'line')}`}
        className="min-h-0 flex-1 overflow-auto px-5 py-3 font-mono text-code whitespace-pre-wrap wrap-anywhere focus-visible:-outline-offset-2"
      >
        {textFor(read)}
      </pre>
      {read.status === 'read' && read.text.length > longestShown && (
        <p className="border-t border-hairline px-5 py-2 text-small text-secondary">
          This is the beginning. Copy text copies all of it.
        </p>
      )}
    </>
  );
}

function textFor(read: Read): string {
  switch (read.status) {
    case 'reading':
      return '';
    case 'failed':
      return 'This file could not be read. It is kept with the message; close this and open it again.';
    case 'read':
      return read.text === '' ? 'Nothing' : read.text.slice(0, longestShown);
  }
}
