/** JSON, lines (TOML), or variables of the environment. */
export type SettingsFormat = 'json' | 'lines' | 'variables';

/** One setting as a card shows it. */
type AgentSetting = { key: string; value: string };

/** Returns the settings in a file. What is not plain JSON, such as with comments, is one setting called `?`. */
export function agentSettings(text: string, format: SettingsFormat): AgentSetting[] {
  switch (format) {
    case 'json':
      return jsonSettings(text);
    case 'lines':
      return text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => ({ key: '', value: line }));
    case 'variables':
      return text.split('\n').flatMap((line) => variableIn(line) ?? []);
  }
}

function jsonSettings(text: string): AgentSetting[] {
  if (text.trim() === '') return [];
  try {
    return [...leaves('', JSON.parse(text))];
  } catch {
    return [{ key: '?', value: text }];
  }
}

function* leaves(key: string, value: unknown): Generator<AgentSetting> {
  if (key === '$schema') return;
  if (typeof value === 'string') yield { key, value };
  else if (typeof value !== 'object' || value === null) yield { key, value: String(value) };
  else if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    yield { key, value: value.map(String).join(', ') };
  else if (Array.isArray(value)) for (const [at, one] of value.entries()) yield* leaves(`${key}[${at}]`, one);
  else
    for (const [name, one] of Object.entries(value)) yield* leaves(key === '' ? name : `${key}.${name}`, one);
}

/** The value of a variable may be a secret, and is shown only if it is an address. */
function variableIn(line: string): AgentSetting | undefined {
  const [, key, text = ''] = /^\s*(?:export\s+)?([\w.-]+)\s*[=:]\s*(.*)$/.exec(line) ?? [];
  if (key === undefined) return undefined;
  const [, address] = /^["'`]?(https?:\/\/[^\s"'`@?#]+)/.exec(text) ?? [];
  return { key, value: address ?? '…' };
}

/**
 * Returns the words of a text that may name files: as they stand, and behind a variable for the folder
 * (`$DIR/x`).
 */
export function pathWords(text: string): string[] {
  return text
    .split(/[\s"'`,;:()[\]{}<>|&=\\]+/)
    .flatMap((word) => [word, word.replace(/^\$?\w*\/+/, '')])
    .filter((word) => word !== '' && word.length < 500);
}
