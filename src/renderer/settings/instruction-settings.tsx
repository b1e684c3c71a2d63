import { useEffect, useState } from 'react';
import type { AppState } from '../../shared/contract/app-state.ts';
import type { InstructionFile } from '../../shared/contract/app-contract.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { InstructionFileList } from '../ui/instruction-file-list.tsx';
import type { Setting, SettingTexts } from './setting.ts';
import { SettingRow } from './setting-row.tsx';

/** The instruction files that apply in each folder that has a chat with a model. */
export function instructionSettings({ workspaces }: AppState): Setting[] {
  const chats = new Map(
    workspaces.filter(({ agent }) => agent.inLoop).map(({ folder, id }) => [folder, id] as const),
  );
  return Array.from(chats, ([folder, workspaceId]) => ({
    part: 'agents',
    group: 'Instruction files',
    name: visibleText(folder, 'line'),
    words: 'instructions agents.md claude.md gemini.md copilot told',
    row: (texts) => <FolderRow key={folder} workspaceId={workspaceId} {...texts} />,
  }));
}

type FolderRowProps = SettingTexts & { workspaceId: WorkspaceId };

function FolderRow({ workspaceId, name }: FolderRowProps) {
  const { companion } = useParley();
  const [files, setFiles] = useState<readonly InstructionFile[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    companion.client.workspace
      .readInstructions({ workspaceId })
      .then(setFiles, (error: unknown) => setProblem(failureText(error)));
  }, [companion, workspaceId]);
  const none =
    files?.length === 0 ? { about: 'None here. An AGENTS.md tells agents how to work in it.' } : {};
  return (
    <SettingRow
      name={name}
      {...none}
      problem={problem}
      below={
        files === null || files.length === 0 ? undefined : (
          <div className="pb-3">
            <InstructionFileList files={files} />
          </div>
        )
      }
    />
  );
}
