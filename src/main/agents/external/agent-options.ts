import type { AgentOption } from '../../../shared/providers/hosted-agent.ts';
import type { Mode } from '../../../shared/workspace/workspace.ts';
import type { ChosenOptions } from '../../storage/hosted-store.ts';
import { askingMode, byItself, isMode, type SessionSettings, type SettingChange } from './modes.ts';
import type { ConfigOption } from './protocol/protocol.schema.ts';

/** The id by which the mode of an agent that has no option for it is chosen. */
export const sessionMode = 'session/mode';

const categories: ReadonlyMap<string, AgentOption['category']> = new Map([
  ['mode', 'mode'],
  ['model', 'model'],
  ['thought_level', 'thinking'],
]);

/**
 * Returns the settings of a session as a person chooses them. Planning is left out of the modes: the chat's own
 * switch does that, and `chosen` is what it goes back to.
 */
export function shownOptions({ options, modes }: SessionSettings, chosen: ChosenOptions): AgentOption[] {
  const shown = options.flatMap((option) => shownOption(option, chosen) ?? []);
  if (modes === null || shown.some(({ category }) => category === 'mode')) return shown;
  const { current, available } = modes;
  const choices = available.filter(({ id }) => id !== 'plan');
  return [
    {
      type: 'choice',
      id: sessionMode,
      name: 'Mode',
      about: null,
      category: 'mode',
      value: asideFromPlan(
        current,
        choices.map(({ id }) => id),
        chosen[sessionMode],
      ),
      choices: choices.map(({ id, name, about }) => ({ value: id, name, about, byItself: byItself.has(id) })),
    },
    ...shown,
  ];
}

function shownOption(option: ConfigOption, chosen: ChosenOptions): AgentOption | undefined {
  const { id, name = id, description = null, category = '', type, currentValue, options } = option;
  const isSwitch = isMode(option);
  const common = {
    id,
    name,
    about: description,
    category: isSwitch ? ('mode' as const) : (categories.get(category) ?? 'other'),
  };
  if (type === 'boolean' && typeof currentValue === 'boolean')
    return { type: 'switch', ...common, value: currentValue };
  if (type !== 'select' || typeof currentValue !== 'string' || options === undefined) return undefined;
  // An option that chooses nothing but whether it plans is the chat's own switch.
  const choices = options.filter(({ value }) => !(isSwitch && value === 'plan'));
  if (choices.length < 2) return undefined;
  const values = choices.map(({ value }) => value);
  return {
    type: 'choice',
    ...common,
    value: isSwitch ? asideFromPlan(currentValue, values, chosen[id]) : currentValue,
    choices: choices.map((choice) => ({
      value: choice.value,
      name: choice.name ?? choice.value,
      about: choice.description ?? null,
      byItself: isSwitch && byItself.has(choice.value),
    })),
  };
}

/** The mode in which a session works, or will once it does not plan any more. */
function asideFromPlan(current: string, values: readonly string[], chosen: unknown): string {
  if (current !== 'plan') return current;
  return values.find((value) => value === chosen) ?? askingMode(values) ?? current;
}

/** Returns the changes by which a session gets what the person has chosen before; modes wait while the chat plans. */
export function chosenChanges(settings: SessionSettings, chosen: ChosenOptions, mode: Mode): SettingChange[] {
  return shownOptions(settings, {}).flatMap((option) => {
    const value = chosen[option.id];
    if (value === undefined || value === option.value || (option.category === 'mode' && mode === 'plan'))
      return [];
    return isPossible(option, value) ? [changeOf(option, value)] : [];
  });
}

/** True when an option can have a value. */
export function isPossible(option: AgentOption, value: string | boolean): boolean {
  return option.type === 'switch'
    ? typeof value === 'boolean'
    : option.choices.some((choice) => choice.value === value);
}

/** Returns the change that gives an option a value. */
export function changeOf({ id }: AgentOption, value: string | boolean): SettingChange {
  return id === sessionMode && typeof value === 'string'
    ? { type: 'mode', value }
    : { type: 'option', id, value };
}
