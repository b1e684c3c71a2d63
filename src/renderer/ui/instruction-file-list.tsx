import type { InstructionFile } from '../../shared/contract/app-contract.ts';
import { visibleText } from '../../shared/hidden-characters.ts';

export function InstructionFileList({ files }: { files: readonly InstructionFile[] }) {
  return (
    <ul className="mt-1.5 flex flex-col gap-1.5">
      {files.map((file) => (
        <li key={file.path} className="flex flex-wrap items-baseline gap-x-3 text-second">
          <span className="min-w-0 flex-1 wrap-anywhere">{visibleText(file.path, 'line')}</span>
          <span className="text-secondary tabular-nums">{stateText(file)}</span>
        </li>
      ))}
    </ul>
  );
}

function stateText({ bytes, state }: InstructionFile): string {
  switch (state) {
    case 'whole':
      return size(bytes);
    case 'cut':
      return `${size(bytes)}, the first part read`;
    case 'left-out':
      return `${size(bytes)}, too long to read`;
    case 'outside':
      return 'Not read: a link out of the folder';
    case 'unreadable':
      return 'Not read: no readable text';
  }
}

function size(bytes: number | null): string {
  if (bytes === null) return '';
  return bytes < 1_000 ? `${bytes} bytes` : `${(bytes / 1_000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
}
