import type { Mode } from '../../../shared/workspace/workspace.ts';
import type { ConfigOption, SessionAnswer } from './protocol/protocol.schema.ts';

type SessionMode = { id: string; name: string; about: string | null };

/** The settings of a session as its agent gave them last. */
export type SessionSettings = {
  options: readonly ConfigOption[];
  modes: { current: string; available: readonly SessionMode[] } | null;
};

/** A change of one setting: of an option by its id, or of the mode of an agent that has no options for it. */
export type SettingChange =
  | { type: 'option'; id: string; value: string | boolean }
  | { type: 'mode'; value: string };

/** The modes in which agents ask before they act, the best first. */
const asking = ['default', 'ask', 'manual', 'read-only', 'workspace-write', 'build'];

/** The modes in which agents decide by themselves what they may do. */
export const byItself: ReadonlySet<string> = new Set([
  'auto',
  'yolo',
  'bypassPermissions',
  'agent',
  'agent-full-access',
  'dontAsk',
]);

export function settingsOf({ configOptions, modes }: SessionAnswer): SessionSettings {
  return {
    options: configOptions ?? [],
    modes:
      modes === undefined || modes === null
        ? null
        : {
            current: modes.currentModeId,
            available: modes.availableModes.map(({ id, name = id, description = null }) => ({
              id,
              name,
              about: description,
            })),
          },
  };
}

/** Returns the mode in which an agent asks before it acts; undefined where it has none that is known. */
export function askingMode(values: readonly string[]): string | undefined {
  return asking.find((value) => values.includes(value));
}

type Switch = { id: string | null; current: string; values: readonly string[] };

/** Returns the settings that are modes, by whatever name the agent has them. */
function switchesOf({ options, modes }: SessionSettings): Switch[] {
  const chosen = options.flatMap((option) => {
    const { id, type, currentValue, options: values } = option;
    return type === 'select' && isMode(option) && typeof currentValue === 'string'
      ? [{ id, current: currentValue, values: (values ?? []).map(({ value }) => value) }]
      : [];
  });
  if (chosen.length > 0 || modes === null) return chosen;
  return [{ id: null, current: modes.current, values: modes.available.map(({ id }) => id) }];
}

/** True of an option that is a mode, by whatever name its agent has it. */
export function isMode({ id, category }: ConfigOption): boolean {
  return category === 'mode' || id === 'mode' || id === 'collaboration_mode';
}

/** True when a session is in a mode in which its agent does not ask before it acts. */
function decidesByItself(settings: SessionSettings): boolean {
  return switchesOf(settings).some(({ current }) => byItself.has(current));
}

/** True when an agent has a mode that plans beside one that works. */
function hasPlanMode(settings: SessionSettings): boolean {
  return switchesOf(settings).some(({ values }) => values.includes('plan'));
}

/**
 * Returns the changes that bring a session into a mode of the chat; in a new one it also asks before it acts, unless
 * the person has `chosen` another mode, by the id of its option.
 */
export function changesFor(
  settings: SessionSettings,
  { mode, isNew, chosen }: { mode: Mode; isNew: boolean; chosen: (id: string | null) => unknown },
): SettingChange[] {
  return switchesOf(settings).flatMap((one) => {
    const own = one.values.find((value) => value === chosen(one.id));
    const value = requestedValue(one, { mode, isNew, own });
    if (value === undefined || value === one.current) return [];
    return [one.id === null ? { type: 'mode', value } : { type: 'option', id: one.id, value }];
  });
}

function requestedValue(
  { current, values }: Switch,
  { mode, isNew, own }: { mode: Mode; isNew: boolean; own: string | undefined },
): string | undefined {
  const ask = own ?? askingMode(values);
  if (mode === 'plan' && values.includes('plan')) return 'plan';
  if (current === 'plan') return ask;
  return isNew && byItself.has(current) ? ask : undefined;
}

/** Returns the chat's mode that a session is in; undefined where its agent has no such pair. */
export function modeOf(settings: SessionSettings): Mode | undefined {
  const pairs = switchesOf(settings).filter(({ values }) => values.includes('plan'));
  if (pairs.length === 0) return undefined;
  return pairs.some(({ current }) => current === 'plan') ? 'plan' : 'exec';
}

/** Returns what windows show of the settings of a session. */
export function settingFacts(settings: SessionSettings) {
  return { model: modelOf(settings), plans: hasPlanMode(settings), byItself: decidesByItself(settings) };
}

/** Returns the name of the model that works; empty where the agent does not say. */
function modelOf({ options }: SessionSettings): string {
  const model = options.find(({ category, id }) => category === 'model' || id === 'model');
  const chosen = model?.options?.find(({ value }) => value === model.currentValue);
  return chosen?.name ?? chosen?.value ?? '';
}
