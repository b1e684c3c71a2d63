import { useEffect, useState } from 'react';
import type { AppState } from '../../../shared/contract/app-state.ts';
import type { FolderCommandInfo } from '../../../shared/contract/app-contract.ts';
import { folderName } from '../../../shared/files/folder-name.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import type { Setting, SettingTexts } from '../setting.ts';
import { SettingRow } from '../setting-row.tsx';

type Workspaces = AppState['workspaces'];

/** `folder` is null for the person's own. */
type ListedSkill = FolderCommandInfo & { folder: string | null };

/** The skills of the person, and of each folder that has a chat with a model. */
export function skillSettings({ workspaces }: AppState): Setting[] {
  return [
    {
      part: 'tools',
      group: 'Skills',
      groupNote: 'Read when needed',
      name: 'Skills in folders',
      about:
        'Folders with a SKILL.md in .claude/skills or .agents/skills, of your home or of a folder that you trust.',
      words: 'skill instructions slash own',
      row: (texts) => <SkillsRow workspaces={workspaces} {...texts} />,
    },
  ];
}

function SkillsRow({ workspaces, ...texts }: SettingTexts & { workspaces: Workspaces }) {
  const { companion } = useParley();
  const [skills, setSkills] = useState<readonly ListedSkill[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    const chats = new Map(
      workspaces.filter(({ agent }) => agent.inLoop).map(({ folder, id }) => [folder, id] as const),
    );
    const read = Array.from(chats, async ([folder, workspaceId]) => {
      const { commands } = await companion.client.workspace.readSlashCommands({ workspaceId }, { signal });
      return commands
        .filter(({ kind }) => kind === 'skill')
        .map((skill) => ({ ...skill, folder: skill.file.startsWith('~/') ? null : folder }));
    });
    Promise.all(read).then(
      (lists) => {
        const all = new Map(lists.flat().map((skill) => [keyOf(skill), skill] as const));
        if (!signal.aborted) setSkills([...all.values()]);
      },
      (error: unknown) => {
        if (!signal.aborted) setProblem(failureText(error));
      },
    );
    return () => over.abort();
  }, [companion, workspaces]);
  const below =
    skills === null || skills.length === 0 ? undefined : (
      <ul className="flex flex-col gap-3 pb-3" aria-label="Skills">
        {skills.map((skill) => (
          <SkillItem key={keyOf(skill)} skill={skill} />
        ))}
      </ul>
    );
  return (
    <SettingRow {...texts} problem={problem} below={below}>
      {skills?.length === 0 && <span className="text-second text-secondary">None yet</span>}
    </SettingRow>
  );
}

const keyOf = ({ folder, file }: ListedSkill) => JSON.stringify([folder, file]);

function SkillItem({ skill: { name, description, file, folder } }: { skill: ListedSkill }) {
  return (
    <li className="text-second">
      <p className="font-medium wrap-anywhere">
        <VisibleText text={name} layout="line" />
      </p>
      <p className="line-clamp-2 text-secondary wrap-anywhere">
        <VisibleText text={description} layout="line" />
      </p>
      <p
        className="text-small text-tertiary wrap-anywhere"
        title={folder === null ? undefined : visibleText(folder, 'line')}
      >
        {visibleText(folder === null ? `Yours · ${file}` : `${folderName(folder)} · ${file}`, 'line')}
      </p>
    </li>
  );
}
