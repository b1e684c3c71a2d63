import { type CommandId, keysOf } from '../shared/commands/command.ts';
import { ariaKeys, isPress, keysText } from '../shared/commands/keys.ts';
import { hostKind } from './host.ts';

/** True on an Apple keyboard, whose Alt types characters. */
export const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Returns a command's keys for display and for `aria-keyshortcuts`. */
export function shortcut(id: CommandId): { text: string; aria: string } | undefined {
  const keys = keysOf(id, hostKind);
  return keys === undefined ? undefined : { text: keysText(keys, isMac), aria: ariaKeys(keys, isMac) };
}

export function isShortcut(event: KeyboardEvent, id: CommandId): boolean {
  const keys = keysOf(id, hostKind);
  if (keys === undefined) return false;
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  const altGraph = event.getModifierState('AltGraph');
  return isPress({ key, code, ctrlKey, metaKey, altKey, shiftKey, altGraph }, keys, isMac);
}
