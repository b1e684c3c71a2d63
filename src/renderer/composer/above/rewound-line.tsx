import { History } from 'lucide-react';
import { useState } from 'react';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Rewound } from '../../../shared/transcript/transcript.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { setChatLine } from '../../state/parley-store.ts';
import { DecidingButton } from '../../ui/decision/deciding-controls.tsx';

/** Says that the chat went back, what of its files did not, and takes it back. */
export function RewoundLine({ workspaceId, rewound }: { workspaceId: WorkspaceId; rewound: Rewound }) {
  const parley = useParley();
  const [sending, setSending] = useState(false);
  const words = rewoundText(rewound);

  async function undo(): Promise<void> {
    setSending(true);
    try {
      await parley.companion.client.workspace.undoRewind({ workspaceId });
      parley.requestCaret();
    } catch (error) {
      setChatLine(parley.store, workspaceId, failureText(error));
    }
    setSending(false);
  }

  return (
    <section
      aria-label="Back to an earlier message"
      className="mx-3 flex min-h-9 items-center gap-2 rounded-t-card border border-b-0 border-hairline bg-window ps-3 pe-1 text-second text-secondary [section+&]:rounded-t-none"
    >
      <History aria-hidden className="size-4 shrink-0" />
      <p role="status" className="min-w-0 flex-1 py-1" title={rewound.stayed.join(', ') || undefined}>
        {words}
      </p>
      <DecidingButton look="quiet" about={`${rewound.messageId}`} off={sending} onClick={() => void undo()}>
        Undo
      </DecidingButton>
    </section>
  );
}

function rewoundText({ files, stayed }: Rewound): string {
  if (files === 0)
    return stayed.length === 0
      ? 'Back at this point. No file had changed since.'
      : 'Back at this point. All files stayed as they are.';
  const back = files === 1 ? '1 file went back' : `${files} files went back`;
  return stayed.length === 0
    ? `Back at this point. ${back} too.`
    : `Back at this point. ${back}, ${stayed.length} stayed.`;
}
