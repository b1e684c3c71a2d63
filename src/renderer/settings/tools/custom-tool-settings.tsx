import { useEffect, useState } from 'react';
import type { AppState } from '../../../shared/contract/app-state.ts';
import type { CustomToolInfo } from '../../../shared/contract/app-contract.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { Setting, SettingTexts } from '../setting.ts';
import { SettingRow } from '../setting-row.tsx';

type Workspaces = AppState['workspaces'];

/** The custom tools of the person, and of each folder that has a chat with a model. */
export function customToolSettings({ workspaces }: AppState): Setting[] {
  return [
    {
      part: 'tools',
      group: 'Custom tools',
      name: 'Tools from files',
      about:
        'Files in tools/ of Parley’s data folder, or in .parley/tools/ of a folder, once you trust them.',
      words: 'custom own mjs script problem offered',
      row: (texts) => <CustomToolsRow workspaces={workspaces} {...texts} />,
    },
  ];
}

function CustomToolsRow({ workspaces, ...texts }: SettingTexts & { workspaces: Workspaces }) {
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
  const below =
    tools === null || tools.length === 0 ? undefined : (
      <ul className="flex flex-col gap-3 pb-3" aria-label="Custom tools">
        {tools.map((tool) => (
          <ToolItem key={keyOf(tool)} info={tool} />
        ))}
      </ul>
    );
  return (
    <SettingRow {...texts} problem={problem} below={below}>
      {tools?.length === 0 && <span className="text-second text-secondary">None yet</span>}
    </SettingRow>
  );
}

const keyOf = ({ folder, file }: CustomToolInfo) => JSON.stringify([folder, file]);

function ToolItem({ info: { file, folder, tool, problem } }: { info: CustomToolInfo }) {
  return (
    <li className="text-second">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <code className="min-w-0 flex-1 font-mono text-code wrap-anywhere">
          <VisibleText text={tool?.name ?? file} layout="line" />
        </code>
        <span className="text-secondary">{stateText({ tool, problem })}</span>
      </div>
      {tool !== null && (
        <p className="line-clamp-2 text-secondary wrap-anywhere">
          <VisibleText text={tool.description} layout="line" />
        </p>
      )}
      <p className="text-small text-tertiary wrap-anywhere">
        {visibleText([folder ?? 'Yours', ...(tool === null ? [] : [file])].join(' · '), 'line')}
      </p>
      {problem !== null && (
        <div className="pt-1">
          <ProblemLine>
            <VisibleText
              text={problem.type === 'lost' ? `Its last call did not finish. ${problem.text}` : problem.text}
              layout="line"
            />
          </ProblemLine>
        </div>
      )}
    </li>
  );
}

function stateText({ tool, problem }: Pick<CustomToolInfo, 'tool' | 'problem'>): string {
  if (problem?.type === 'not-offered') return 'Not offered';
  if (tool === null) return 'Loads on first use';
  return tool.readOnly ? 'Ready · in Plan mode too' : 'Ready';
}
