import type { Mode } from '../../../shared/workspace/workspace.ts';
import type { ConfigOption, SessionAnswer } from './protocol.schema.ts';

/** The settings of a session as its agent gave them last. */
export type SessionSettings = {
  options: readonly ConfigOption[];
  modes: { current: string; available: readonly string[] } | null;
};

/** A change of one setting: of an option by its id, or of the mode of an agent that has no options for it. */
export type SettingChange = { type: 'option'; id: string; value: string } | { type: 'mode'; value: string };

/** The modes in which agents ask before they act, the best first. */
const asking = ['default', 'ask', 'manual', 'read-only', 'workspace-write', 'build'];

/** The modes in which agents decide by themselves what they may do. */
const byItself = ['auto', 'yolo', 'bypassPermissions', 'agent', 'agent-full-access', 'dontAsk'];

export function settingsOf({ configOptions, modes }: SessionAnswer): SessionSettings {
  return {
    options: configOptions ?? [],
    modes:
      modes === undefined || modes === null
        ? null
        : { current: modes.currentModeId, available: modes.availableModes.map(({ id }) => id) },
  };
}

type Switch = { id: string | null; current: string; values: readonly string[] };

/** Returns the settings that are modes, by whatever name the agent has them. */
function switchesOf({ options, modes }: SessionSettings): Switch[] {
  const chosen = options.flatMap(({ id, category, type, currentValue, options: values }) =>
    type === 'select' &&
    (category === 'mode' || id === 'mode' || id === 'collaboration_mode') &&
    typeof currentValue === 'string'
      ? [{ id, current: currentValue, values: (values ?? []).map(({ value }) => value) }]
      : [],
  );
  if (chosen.length > 0 || modes === null) return chosen;
  return [{ id: null, current: modes.current, values: modes.available }];
}

/** True when an agent has a mode that plans beside one that works. */
export function hasPlanMode(settings: SessionSettings): boolean {
  return switchesOf(settings).some(({ values }) => values.includes('plan'));
}

/** Returns the changes that bring a session into a mode of the chat; in a new one it also asks before it acts. */
export function changesFor(settings: SessionSettings, mode: Mode, isNew: boolean): SettingChange[] {
  return switchesOf(settings).flatMap((one) => {
    const value = wanted(one, mode, isNew);
    if (value === undefined || value === one.current) return [];
    return [one.id === null ? { type: 'mode', value } : { type: 'option', id: one.id, value }];
  });
}

function wanted({ current, values }: Switch, mode: Mode, isNew: boolean): string | undefined {
  const ask = asking.find((value) => values.includes(value));
  if (mode === 'plan' && values.includes('plan')) return 'plan';
  if (current === 'plan') return ask;
  return isNew && byItself.includes(current) ? ask : undefined;
}

/** Returns the chat's mode that a session is in; undefined where its agent has no such pair. */
export function modeOf(settings: SessionSettings): Mode | undefined {
  const pairs = switchesOf(settings).filter(({ values }) => values.includes('plan'));
  if (pairs.length === 0) return undefined;
  return pairs.some(({ current }) => current === 'plan') ? 'plan' : 'exec';
}

/** True when the agent decides by itself what it may do. */
export function decidesByItself(settings: SessionSettings): boolean {
  return switchesOf(settings).some(({ current }) => byItself.includes(current));
}

/** Returns the name of the model that works; empty where the agent does not say. */
export function modelOf({ options }: SessionSettings): string {
  const model = options.find(({ category, id }) => category === 'model' || id === 'model');
  const chosen = model?.options?.find(({ value }) => value === model.currentValue);
  return chosen?.name ?? chosen?.value ?? '';
}
