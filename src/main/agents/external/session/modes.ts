import type { Mode } from '../../../../shared/workspace/workspace.ts';
import type { ConfigOption, SessionAnswer, SessionUpdate } from '../protocol.schema.ts';
import { vendors } from '../vendors/vendors.ts';

type SessionMode = { id: string; name: string; about: string | null };

/**
 * The settings of a session by its agent's last update. `given` has the modes that Parley put it into, by the id of
 * their option: an update about a mode may be late, or contradict that. `judged` has those in which a model was seen
 * to decide in place of the person.
 */
export type SessionSettings = {
  options: readonly ConfigOption[];
  modes: { current: string; available: readonly SessionMode[] } | null;
  given: ReadonlyMap<string | null, string>;
  judged: ReadonlySet<string>;
};

export const noSettings: SessionSettings = { options: [], modes: null, given: new Map(), judged: new Set() };

/** A change of one setting: of an option by its id, or of the mode of an agent that has no options for it. */
export type SettingChange =
  | { type: 'option'; id: string; value: string | boolean }
  | { type: 'mode'; value: string };

/** The modes in which agents ask before they act, the best first. */
const asking = ['default', 'ask', 'manual', ...vendors.flatMap(({ modes }) => modes?.asking ?? [])];

/** The modes in which agents decide by themselves what they may do. */
export const byItself: ReadonlySet<string> = new Set(vendors.flatMap(({ modes }) => modes?.byItself ?? []));

export function settingsOf({ configOptions, modes }: SessionAnswer): SessionSettings {
  return {
    ...noSettings,
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

/**
 * Returns the settings after an update. Many agents have their mode twice, as the mode of the session and as an option: an
 * update of one counts for both.
 */
export function afterReport(
  settings: SessionSettings,
  { configOptions, currentModeId }: Pick<SessionUpdate, 'configOptions' | 'currentModeId'>,
): SessionSettings {
  const { modes } = settings;
  const options = configOptions ?? settings.options;
  if (modes === null) return { ...settings, options };
  const twin = options.find((option) => isMode(option) && hasAll(option, modes.available));
  const reported = currentModeId ?? (configOptions === undefined ? undefined : twin?.currentValue);
  const current = typeof reported === 'string' ? reported : modes.current;
  return {
    ...settings,
    options: options.map((option) => (option === twin ? { ...option, currentValue: current } : option)),
    modes: { ...modes, current },
  };
}

function hasAll({ options }: ConfigOption, modes: readonly SessionMode[]): boolean {
  return modes.every(({ id }) => options?.some(({ value }) => value === id));
}

/** Returns the settings after the agent took a change; `answered` are all its options then. */
export function afterChange(
  settings: SessionSettings,
  change: SettingChange,
  answered: SessionUpdate['configOptions'],
): SessionSettings {
  const now = afterReport(
    settings,
    change.type === 'mode'
      ? { currentModeId: change.value }
      : { configOptions: answered ?? withValue(settings.options, change) },
  );
  const id = change.type === 'mode' ? null : change.id;
  if (typeof change.value !== 'string' || !switchesOf(now).some((one) => one.id === id)) return now;
  return { ...now, given: new Map(now.given).set(id, change.value) };
}

type OptionChange = Extract<SettingChange, { type: 'option' }>;

function withValue(options: readonly ConfigOption[], { id, value }: OptionChange): ConfigOption[] {
  return options.map((option) => (option.id === id ? { ...option, currentValue: value } : option));
}

/** False where an agent answered a change with another value in its place. */
export function isTaken(change: SettingChange, answered: SessionUpdate['configOptions']): boolean {
  if (change.type === 'mode') return true;
  const option = answered?.find(({ id }) => id === change.id);
  return option === undefined || option.currentValue === change.value;
}

/** Returns the settings with the modes that Parley chose forgotten: the agent may change its mode while it works. */
export function nothingGiven(settings: SessionSettings): SessionSettings {
  return { ...settings, given: noSettings.given };
}

/** Returns the best of an agent's modes that ask before they act; undefined where it has none that is known. */
export function askingMode(values: readonly string[]): string | undefined {
  return asking.find((value) => values.includes(value));
}

type Switch = { id: string | null; current: string; given: string | undefined; values: readonly string[] };

/** Returns the settings that are modes, by whatever name the agent has them. */
function switchesOf({ options, modes, given }: SessionSettings): Switch[] {
  const chosen = options.flatMap((option): Switch[] => {
    const { id, type, currentValue: current, options: choices = [] } = option;
    if (type !== 'select' || !isMode(option) || typeof current !== 'string') return [];
    return [{ id, current, given: given.get(id), values: choices.map(({ value }) => value) }];
  });
  if (chosen.length > 0 || modes === null) return chosen;
  const values = modes.available.map(({ id }) => id);
  return [{ id: null, current: modes.current, given: given.get(null), values }];
}

/** True of an option that is a mode, by whatever name its agent has it. */
export function isMode({ id, category }: ConfigOption): boolean {
  return category === 'mode' || id === 'mode' || id === 'collaboration_mode';
}

/** True when a session is in a mode in which its agent does not ask before it acts. */
function decidesByItself(settings: SessionSettings): boolean {
  return switchesOf(settings).some(({ current }) => byItself.has(current) || settings.judged.has(current));
}

/** Returns the settings with the current modes marked as such in which a model decides. */
export function afterJudgement(settings: SessionSettings): SessionSettings {
  const modes = switchesOf(settings).map(({ current }) => current);
  return { ...settings, judged: new Set([...settings.judged, ...modes]) };
}

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
    if (value === undefined || (value === one.current && value === (one.given ?? value))) return [];
    return [one.id === null ? { type: 'mode', value } : { type: 'option', id: one.id, value }];
  });
}

function requestedValue(
  { current, given, values }: Switch,
  { mode, isNew, own }: { mode: Mode; isNew: boolean; own: string | undefined },
): string | undefined {
  const ask = own ?? askingMode(values);
  if (mode === 'plan' && values.includes('plan')) return 'plan';
  if (current === 'plan' || given === 'plan') return ask;
  return isNew && byItself.has(current) ? ask : undefined;
}

/** Returns the chat's mode that a session is in; undefined where its agent has no mode to plan. */
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
