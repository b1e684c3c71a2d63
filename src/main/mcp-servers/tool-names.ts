/** The longest tool name that all providers take. */
const longest = 64;

/**
 * Returns the names under which a model finds server tools, `server__tool`, in letters that all providers take.
 * Duplicates get a number.
 */
export function toolNames<Of extends { server: string; tool: string }>(
  tools: readonly Of[],
): Map<string, Of> {
  const names = new Map<string, Of>();
  for (const one of tools) {
    const name = plainToolName(`${plain(one.server)}__${plain(one.tool)}`);
    let free = name;
    for (let number = 2; names.has(free); number += 1) free = `${cut(name, longest - 6)}_${number}`;
    names.set(free, one);
  }
  return names;
}

/** Returns names that can be typed without a space or colon; duplicates as in `toolNames`. */
export function plainNames<Of>(all: readonly { name: string; of: Of }[]): Map<string, Of> {
  const names = new Map<string, Of>();
  for (const { name, of } of all) {
    const short = name.replace(/[^\p{L}\p{N}._-]/gu, '_').slice(0, longest) || '_';
    let free = short;
    for (let number = 2; names.has(free); number += 1) free = `${short}_${number}`;
    names.set(free, of);
  }
  return names;
}

/** Returns a name of a tool as every provider takes it. */
export function plainToolName(name: string): string {
  return cut(begun(plain(name)), longest);
}

function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9_-]/g, '_') || '_';
}

/** Google's names begin with a letter or an underscore. */
function begun(name: string): string {
  return /^[A-Za-z_]/.test(name) ? name : `_${name}`;
}

function cut(name: string, length: number): string {
  return name.slice(0, length);
}
