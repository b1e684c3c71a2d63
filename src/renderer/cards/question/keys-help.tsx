import { Dialog } from '../../ui/dialog.tsx';
import { KeyCap } from '../../ui/key-caps.tsx';

const keys: readonly (readonly [string, readonly string[]])[] = [
  ['Pick the option with that number', ['1 – 9']],
  ['Pick Other', ['0']],
  ['Move between options', ['↑ ↓']],
  ['Choose; Enter on a chosen option goes on', ['Space', 'Enter']],
  ['Previous and next question', ['← →', '[ ]']],
  ['New line in a text', ['Shift + Enter']],
  ['Submit from anywhere in the card', ['Ctrl/⌘ + Enter']],
  ['Collapse the card', ['Esc']],
  ['Type a reply instead', ['any letter']],
];

export function KeysHelp({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys in a question" onClose={onClose}>
      <dl className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-2">
        {keys.map(([what, caps]) => (
          <div key={what} className="contents">
            <dt className="text-secondary">{what}</dt>
            <dd className="flex flex-wrap justify-end gap-1">
              {caps.map((cap) => (
                <KeyCap key={cap}>{cap}</KeyCap>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
