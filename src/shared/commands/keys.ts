/** A key event, as the DOM reports it. */
export type KeyPress = {
  key: string;
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  /** True while AltGr is held, which some systems report as Ctrl and Alt: then a character is typed. */
  altGraph: boolean;
};

/** Key codes of punctuation; on a Mac, Option changes what these keys type. */
const codes: ReadonlyMap<string, string> = new Map([
  [',', 'Comma'],
  ['.', 'Period'],
  [';', 'Semicolon'],
  ['/', 'Slash'],
  ['=', 'Equal'],
  ['-', 'Minus'],
]);

function takeApart(keys: string): { held: ReadonlySet<string>; last: string } {
  const parts = keys.split('+');
  return { held: new Set(parts.slice(0, -1)), last: (parts.at(-1) ?? '').toLowerCase() };
}

/** True when a press matches keys written like `Mod+Shift+O`. */
export function isPress(press: KeyPress, keys: string, isMac: boolean): boolean {
  const { held, last } = takeApart(keys);
  const mod = isMac ? press.metaKey && !press.ctrlKey : press.ctrlKey && !press.metaKey;
  if (mod !== held.has('Mod') || press.altKey !== held.has('Alt') || press.altGraph) return false;
  // Plus and equals share a key on many keyboards; zooming in means either.
  const key = press.key === '+' ? '=' : press.key.toLowerCase();
  const isSign = codes.has(last);
  // On some keyboards punctuation needs Shift; then Shift is ignored.
  if (isSign && key === last) return true;
  if (press.shiftKey !== held.has('Shift')) return false;
  if (isSign) return press.altKey && press.code === codes.get(last);
  if (/^\d$/.test(last)) return press.code === `Digit${last}`;
  return key === last || (!/^[a-z]$/.test(key) && press.code === `Key${last.toUpperCase()}`);
}

const macSigns: ReadonlyMap<string, string> = new Map([
  ['Mod', '⌘'],
  ['Alt', '⌥'],
  ['Shift', '⇧'],
]);
const signOrder = ['Alt', 'Shift', 'Mod'];

/** Returns keys for display: `Ctrl+Shift+O`, on a Mac `⇧⌘O`. */
export function keysText(keys: string, isMac: boolean): string {
  const { held, last } = takeApart(keys);
  const key = last.toUpperCase();
  if (isMac)
    return `${signOrder
      .filter((name) => held.has(name))
      .map((name) => macSigns.get(name))
      .join('')}${key}`;
  return ['Mod', 'Alt', 'Shift']
    .filter((name) => held.has(name))
    .concat(key)
    .join('+')
    .replace('Mod', 'Ctrl');
}

/** Returns keys for `aria-keyshortcuts`. */
export function ariaKeys(keys: string, isMac: boolean): string {
  return keys.replace('Mod', isMac ? 'Meta' : 'Control');
}
