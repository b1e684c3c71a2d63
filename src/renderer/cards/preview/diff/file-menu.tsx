import { Copy, Ellipsis, FileDiff as DiffIcon, SquarePen } from 'lucide-react';
import { visibleText } from '../../../../shared/hidden-characters.ts';
import type { FileDiff } from '../../../../shared/previews/preview.ts';
import { CopyStatus, useCopying } from '../../../ui/copy-button.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { diffText } from './diff-text.ts';

type FileMenuProps = {
  file: FileDiff;
  /** Opens the text for editing; null where it can't be edited now. */
  onEdit: (() => void) | null;
};

/** The rarer things that can be done with a file of a preview. */
export function FileMenu({ file, onEdit }: FileMenuProps) {
  const { state, copy } = useCopying();
  const { path } = file;
  return (
    <>
      <CopyStatus state={state} />
      <Menu label={visibleText(`More for ${path}`, 'line')} icon={<Ellipsis aria-hidden />}>
        {onEdit === null ? null : (
          <MenuItem icon={<SquarePen aria-hidden />} onChoose={onEdit}>
            Edit
          </MenuItem>
        )}
        <MenuItem icon={<Copy aria-hidden />} onChoose={() => void copy(() => path)}>
          Copy path
        </MenuItem>
        <MenuItem icon={<DiffIcon aria-hidden />} onChoose={() => void copy(() => diffText(file))}>
          Copy changes
        </MenuItem>
      </Menu>
    </>
  );
}
