import { ScrollText } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AppState } from '../../../shared/contract/app-state.ts';
import type { FolderCommandInfo } from '../../../shared/contract/app-contract.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Companion } from '../../companion.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import type { Setting, SettingTexts } from '../setting.ts';
import { SettingRow } from '../setting-row.tsx';
import { ListedItem } from './listed-item.tsx';

type Workspaces = AppState['workspaces'];

/** The skills of the person, and of each folder that has a chat with a model. */
export function skillSettings({ workspaces }: AppState): Setting[] {
  return [
    {
      part: 'tools',
      group: 'Skills',
      groupNote: 'Read when needed; / lists them in a chat',
      name: 'Skills',
      about:
        'A skill is a folder with a SKILL.md, in .claude/skills or .agents/skills of your home or of a folder that you trust.',
      words: 'skill instructions slash own trust',
      row: ({ about }) => <SkillRows {...{ workspaces, about }} />,
    },
  ];
}

/** `folder` is null for the person's own. */
type ListedSkill = FolderCommandInfo & { folder: string | null };

/** The skills and commands of a folder that are not used, since the person has not said that they trust it. */
type Untrusted = { folder: string; workspaceId: WorkspaceId; count: number };

type Listed = { skills: readonly ListedSkill[]; untrusted: readonly Untrusted[] };

/** `about` is said where there are none. */
function SkillRows({ workspaces, about }: Pick<SettingTexts, 'about'> & { workspaces: Workspaces }) {
  const { companion } = useParley();
  const [listed, setListed] = useState<Listed | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    readSkills(companion, workspaces, signal).then(
      (read) => {
        if (!signal.aborted) setListed(read);
      },
      (error: unknown) => {
        if (!signal.aborted) setProblem(failureText(error));
      },
    );
    return () => over.abort();
  }, [companion, workspaces]);
  if (problem !== null) return <SettingRow name="Skills could not be read" problem={problem} />;
  if (listed === null) return <li className="h-(--setting-of-two)" aria-busy />;
  const { skills, untrusted } = listed;
  if (skills.length + untrusted.length === 0) return <SettingRow name="No skills yet" {...{ about }} />;
  return (
    <>
      {skills.map((skill) => (
        <ListedItem
          key={keyOf(skill)}
          icon={<ScrollText />}
          name={skill.name}
          folder={skill.folder}
          file={skill.file}
          about={skill.description}
        />
      ))}
      {untrusted.map((some) => (
        <UntrustedRow key={some.folder} {...some} />
      ))}
    </>
  );
}

/** Asks one chat of each folder. */
async function readSkills(
  companion: Companion,
  workspaces: Workspaces,
  signal: AbortSignal,
): Promise<Listed> {
  const chats = new Map(
    workspaces.filter(({ agent }) => agent.inLoop).map(({ folder, id }) => [folder, id] as const),
  );
  const lists = await Promise.all(
    Array.from(chats, async ([folder, workspaceId]) => {
      const input = { workspaceId };
      const found = await companion.client.workspace.readSlashCommands(input, { signal });
      const skills = found.commands
        .filter(({ kind }) => kind === 'skill')
        .map((skill) => ({ ...skill, folder: skill.file.startsWith('~/') ? null : folder }));
      return { skills, untrusted: { folder, workspaceId, count: found.untrusted } };
    }),
  );
  // Each chat lists the person's own too.
  const skills = new Map(lists.flatMap((list) => list.skills).map((skill) => [keyOf(skill), skill] as const));
  return {
    skills: [...skills.values()],
    untrusted: lists.map(({ untrusted }) => untrusted).filter(({ count }) => count > 0),
  };
}

const keyOf = ({ folder, file }: ListedSkill) => JSON.stringify([folder, file]);

/** Leads to the chat where the folder asks for trust. */
function UntrustedRow({ folder, workspaceId, count }: Untrusted) {
  const { openWorkspace } = useParley();
  const asks = useParleyState(({ app }) => app?.trust.asking.some((asking) => asking.folder === folder));
  return (
    <ListedItem
      icon={<ScrollText />}
      name={count === 1 ? 'One more' : `${count} more`}
      folder={folder}
      about={
        asks === true
          ? 'Skills and commands that are used once you trust the folder'
          : 'Skills and commands that are not used, since you don’t trust the folder'
      }
    >
      {asks === true && (
        <Button className="ms-auto" onClick={() => openWorkspace(workspaceId)}>
          Trust…
        </Button>
      )}
    </ListedItem>
  );
}
