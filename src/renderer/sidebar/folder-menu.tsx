import { Clipboard, Ellipsis, Eye, EyeOff, FolderOpen, SquarePen } from 'lucide-react';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import { useParley } from '../parley-context.tsx';
import { Menu } from '../ui/menu.tsx';
import { MenuItem } from '../ui/menu-item.tsx';

type FolderMenuProps = {
  folder: string;
  name: string;
  isHidden: boolean;
  /** Any chat of the folder. */
  chat: WorkspaceId | undefined;
};

export function FolderMenu({ folder, name, isHidden, chat }: FolderMenuProps) {
  const { newChatIn, setFolderHidden, copyPath, openFolder } = useParley();
  return (
    <Menu label={`Actions for the folder ${visibleText(name, 'line')}`} icon={<Ellipsis aria-hidden />}>
      <MenuItem icon={<SquarePen aria-hidden />} onChoose={() => newChatIn(folder)}>
        New chat here
      </MenuItem>
      {chat === undefined ? null : (
        <MenuItem icon={<FolderOpen aria-hidden />} onChoose={() => openFolder(chat)}>
          Open folder
        </MenuItem>
      )}
      <MenuItem icon={<Clipboard aria-hidden />} onChoose={() => copyPath(folder)}>
        Copy path
      </MenuItem>
      <MenuItem
        icon={isHidden ? <Eye aria-hidden /> : <EyeOff aria-hidden />}
        onChoose={() => setFolderHidden(folder, !isHidden)}
      >
        {isHidden ? 'Show again' : 'Hide'}
      </MenuItem>
    </Menu>
  );
}
