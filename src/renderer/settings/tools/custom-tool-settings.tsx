import { FileCode } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AppState } from '../../../shared/contract/app-state.ts';
import type { CustomToolInfo } from '../../../shared/contract/app-contract.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import type { Setting, SettingTexts } from '../setting.ts';
import { SettingRow } from '../setting-row.tsx';
import { ListedItem } from './listed-item.tsx';

type Workspaces = AppState['workspaces'];

/** The custom tools of the person, and of each folder that has a chat with a model. */
export function customToolSettings({ workspaces }: AppState): Setting[] {
  return [
    {
      part: 'tools',
      group: 'Tools from files',
      groupNote: 'Loaded with their first use',
      name: 'Tools from files',
      about:
        'A tool is a file in tools/ of Parley’s data folder, or in .parley/tools/ of a folder, once you trust it.',
      words: 'custom own mjs script problem offered',
      row: ({ about }) => <CustomToolRows {...{ workspaces, about }} />,
    },
  ];
}

/** `about` is said where there are none. */
function CustomToolRows({ workspaces, about }: Pick<SettingTexts, 'about'> & { workspaces: Workspaces }) {
  const { companion } = useParley();
  const [tools, setTools] = useState<readonly CustomToolInfo[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // Also when a chat goes on, since that may load a tool or lose one.
  useEffect(() => {
    let active = true;
    const chats = new Map(
      workspaces.filter(({ agent }) => agent.inLoop).map(({ folder, id }) => [folder, id] as const),
    );
    const read = Array.from(chats.values(), (workspaceId) =>
      companion.client.workspace.readCustomTools({ workspaceId }),
    );
    Promise.all(read).then(
      (lists) => {
        const all = new Map(lists.flat().map((tool) => [keyOf(tool), tool] as const));
        if (active) setTools([...all.values()]);
      },
      (error: unknown) => {
        if (active) setProblem(failureText(error));
      },
    );
    return () => {
      active = false;
    };
  }, [companion, workspaces]);
  if (problem !== null) return <SettingRow name="Custom tools could not be read" problem={problem} />;
  if (tools === null) return <li className="h-(--setting-of-two)" aria-busy />;
  if (tools.length === 0) return <SettingRow name="No custom tools yet" {...{ about }} />;
  return tools.map((tool) => <ToolItem key={keyOf(tool)} info={tool} />);
}

const keyOf = ({ folder, file }: CustomToolInfo) => JSON.stringify([folder, file]);

function ToolItem({ info: { file, folder, tool, problem } }: { info: CustomToolInfo }) {
  return (
    <ListedItem
      icon={<FileCode />}
      name={tool?.name ?? file}
      folder={folder}
      {...(tool !== null && { file })}
      about={tool?.description ?? ''}
      problem={
        problem?.type === 'lost' ? `Its last call did not finish. ${problem.text}` : (problem?.text ?? null)
      }
    >
      <span className="ms-auto text-second text-secondary">{stateText({ tool, problem })}</span>
    </ListedItem>
  );
}

function stateText({ tool, problem }: Pick<CustomToolInfo, 'tool' | 'problem'>): string {
  if (problem?.type === 'not-offered') return 'Not offered';
  if (tool === null) return 'Loads on first use';
  return tool.readOnly ? 'Ready · in Plan mode too' : 'Ready';
}
