import { useEffect, useState } from 'react';
import type { InstructionFile } from '../../../shared/contract/app-contract.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { InstructionFileList } from '../../ui/instruction-file-list.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';

type Read = { files: readonly InstructionFile[] | null; problem: string | null };

/** The instruction files of a chat's agent, read when they are shown. */
export function InstructionsRead({ workspaceId }: { workspaceId: WorkspaceId }) {
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
