import type { AppState } from '../../../shared/contract/app-state.ts';
import { folderNames } from '../../../shared/files/folder-name.ts';
import { Select } from '../../ui/select.tsx';

/** Who would run a command: an agent in a chat on a folder. */
export type Who = { asker: string; folder: string };

/** Returns the agents that have their commands run by Parley, each with the folders of its chats. */
export function whosOf({ workspaces }: Pick<AppState, 'workspaces'>): Who[] {
  // Agents of the person's own run their commands by themselves.
  const own = workspaces.filter(({ agent }) => agent.inLoop);
  const whos = own.map(({ agent, folder }) => ({ asker: agent.name, folder }));
  return [...new Map(whos.map((who) => [`${who.folder} ${who.asker}`, who])).values()];
}

const isSame = (one: Who, other: Who) => one.asker === other.asker && one.folder === other.folder;

type WhoSelectProps = { whos: readonly Who[]; chosen: Who; onChoose(at: number): void };

export function WhoSelect({ whos, chosen, onChoose }: WhoSelectProps) {
  const names = folderNames([...new Set(whos.map(({ folder }) => folder))]);
  return (
    <Select
      aria-label="Agent and folder"
      className="max-w-64"
      value={whos.findIndex((who) => isSame(who, chosen))}
      onChange={(event) => onChoose(Number(event.currentTarget.value))}
    >
      {whos.map(({ asker, folder }, index) => (
        <option key={`${folder} ${asker}`} value={index}>
          {asker} in {names.get(folder) ?? folder}
        </option>
      ))}
    </Select>
  );
}
