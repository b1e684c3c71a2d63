import { Info } from 'lucide-react';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import type { InstructionFile } from '../../shared/contract/folder-calls.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { InstructionFileList } from '../ui/instruction-file-list.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';

const gap = 6;

/** Opens what the agent is told about working in the folder: the files, and how much of each it reads. */
export function KnownFiles({ workspaceId }: { workspaceId: WorkspaceId }) {
  const popover = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        label="What the agent is told"
        icon={<Info aria-hidden />}
        aria-haspopup="dialog"
        aria-expanded={open}
        popoverTarget={id}
      />
      <div
        ref={popover}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="What the agent is told"
        onBeforeToggle={({ newState }) => {
          if (newState === 'open') place(popover, button);
        }}
        onToggle={({ newState }) => setOpen(newState === 'open')}
        className="fixed m-0 w-[min(22rem,calc(100vw-16px))] rounded-card border border-hairline bg-raised px-4 py-3 text-ink shadow-menu"
      >
        {open && <Files workspaceId={workspaceId} />}
      </div>
    </>
  );
}

type Read = { files: readonly InstructionFile[] | null; problem: string | null };

function Files({ workspaceId }: { workspaceId: WorkspaceId }) {
  const { companion } = useParley();
  const [{ files, problem }, setRead] = useState<Read>({ files: null, problem: null });
  useEffect(() => {
    companion.client.workspace.readInstructions({ workspaceId }).then(
      (now) => setRead({ files: now, problem: null }),
      (error: unknown) => setRead({ files: null, problem: failureText(error) }),
    );
  }, [companion, workspaceId]);
  if (problem !== null) return <ProblemLine>{problem}</ProblemLine>;
  if (files === null) return <div className="h-16" />;
  if (files.length === 0)
    return (
      <p className="text-second text-secondary">
        No <code className="font-mono text-code">AGENTS.md</code> here. Write one to tell agents how to work
        in this folder.
      </p>
    );
  return (
    <>
      <h2 className="text-second font-medium">Files it reads each turn</h2>
      <InstructionFileList files={files} />
    </>
  );
}

/** Over its button, wholly in the window. */
function place({ current: popover }: RefObject<HTMLElement | null>, button: RefObject<HTMLElement | null>) {
  const box = button.current?.getBoundingClientRect();
  if (popover === null || box === undefined) return;
  const width = Math.min(
    22 * parseFloat(getComputedStyle(document.documentElement).fontSize),
    innerWidth - 16,
  );
  popover.style.left = `${Math.max(8, Math.min(box.left, innerWidth - width - 8))}px`;
  popover.style.top = 'auto';
  popover.style.bottom = `${innerHeight - box.top + gap}px`;
}
