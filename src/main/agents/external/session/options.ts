import type { WorkspaceId } from '../../../../shared/ids.ts';
import type { AgentCommand, AgentOption, AgentOptions } from '../../../../shared/providers/external-agent.ts';
import { messageOf } from '../../../../shared/thrown-error.ts';
import type { Mode } from '../../../../shared/workspace/workspace.ts';
import { begunOn } from '../../../../shared/worktrees/begun-on.ts';
import type { AgentOptionStore, ChosenOptions } from '../../../storage/agent-session-store.ts';
import type { Workspaces } from '../../../workspaces/workspaces.ts';
import { AgentFailure } from '../failure.ts';
import {
  askingMode,
  byItself,
  changesFor,
  isMode,
  type SessionSettings,
  type SettingChange,
} from './modes.ts';
import type { ConfigOption } from '../protocol.schema.ts';
import type { AgentSession } from './session.ts';

/** The id by which the mode of an agent that has no option for it is chosen. */
const sessionMode = 'session/mode';

const categories: ReadonlyMap<string, AgentOption['category']> = new Map([
  ['mode', 'mode'],
  ['model', 'model'],
  ['thought_level', 'thinking'],
]);

/**
 * Returns the settings of a session as a person chooses them. Planning is left out of the modes: the chat's own
 * switch does that, and `chosen` is what it goes back to.
 */
function shownOptions({ options, modes }: SessionSettings, chosen: ChosenOptions): AgentOption[] {
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

/** Returns the mode in which a session works, or will work after planning. */
function asideFromPlan(current: string, values: readonly string[], chosen: unknown): string {
  if (current !== 'plan') return current;
  return values.find((value) => value === chosen) ?? askingMode(values) ?? current;
}

/** Returns the changes that set what the person chose before; modes wait while the chat plans. */
function chosenChanges(settings: SessionSettings, chosen: ChosenOptions, mode: Mode): SettingChange[] {
  return shownOptions(settings, {}).flatMap((option) => {
    const value = chosen[option.id];
    if (value === undefined || value === option.value || (option.category === 'mode' && mode === 'plan'))
      return [];
    return isPossible(option, value) ? [changeOf(option, value)] : [];
  });
}

function isPossible(option: AgentOption, value: string | boolean): boolean {
  return option.type === 'switch'
    ? typeof value === 'boolean'
    : option.choices.some((choice) => choice.value === value);
}

function changeOf({ id }: AgentOption, value: string | boolean): SettingChange {
  return id === sessionMode && typeof value === 'string'
    ? { type: 'mode', value }
    : { type: 'option', id, value };
}

type OptionDeps = { agentOptions: AgentOptionStore; workspaces: Workspaces };

type OptionsOf = {
  workspaceId: WorkspaceId;
  agent: string;
  session: () => AgentSession | undefined;
  /** Called with the settings of the session whenever they may have changed. */
  onSettings: (settings: SessionSettings) => void;
};

/** The options and commands of a chat's external agent: those of its session, else those it had in the folder last. */
export class ChatOptions {
  readonly #deps: OptionDeps;
  readonly #workspaceId: WorkspaceId;
  readonly #agent: string;
  readonly #folder: string;
  readonly #session: OptionsOf['session'];
  readonly #onSettings: OptionsOf['onSettings'];

  constructor(deps: OptionDeps, { workspaceId, agent, session, onSettings }: OptionsOf) {
    this.#deps = deps;
    this.#workspaceId = workspaceId;
    this.#agent = agent;
    this.#folder = begunOn(deps.workspaces.row(workspaceId));
    this.#session = session;
    this.#onSettings = onSettings;
  }

  read(problem: string | null = null): AgentOptions {
    const { options, chosen } = this.#kept();
    const session = this.#session();
    const now =
      session === undefined || session.isOver
        ? withChosen(options, chosen)
        : shownOptions(session.settings, chosen);
    return { options: now, known: options.length > 0, problem };
  }

  commands(): AgentCommand[] {
    return this.#kept().commands;
  }

  /** Chooses a value, in the running session at once. */
  async set(id: string, value: string | boolean): Promise<AgentOptions> {
    const { options, chosen } = this.#kept();
    const option = this.read().options.find((one) => one.id === id);
    if (option === undefined || !isPossible(option, value))
      return this.read('This can’t be chosen any more.');
    const session = this.#session();
    const { mode } = this.#deps.workspaces.row(this.#workspaceId);
    const waits = option.category === 'mode' && mode === 'plan';
    if (session !== undefined && !session.isOver && !waits) {
      try {
        await session.set(changeOf(option, value));
      } catch (error) {
        return this.read(error instanceof AgentFailure ? error.problem.what : messageOf(error));
      }
    }
    this.#save({ chosen: { ...chosen, [id]: value }, options: withChosen(options, { [id]: value }) });
    this.store();
    return this.read();
  }

  /** Sets in a session that has just begun what the person chose before. */
  async begin(session: AgentSession): Promise<void> {
    const { mode } = this.#deps.workspaces.row(this.#workspaceId);
    for (const change of chosenChanges(session.settings, this.#kept().chosen, mode))
      await session.set(change);
    this.store();
  }

  /** Puts a session into the mode of the chat; outside of Plan that is the one that the person chose. */
  async enterMode(session: AgentSession, isNew: boolean): Promise<void> {
    const { mode } = this.#deps.workspaces.row(this.#workspaceId);
    const { chosen: values } = this.#kept();
    const chosen = (id: string | null) => values[id ?? sessionMode];
    for (const change of changesFor(session.settings, { mode, isNew, chosen })) await session.set(change);
  }

  /** Stores the options that the session has now. */
  store(): void {
    const session = this.#session();
    if (session === undefined) return;
    this.#onSettings(session.settings);
    const options = shownOptions(session.settings, this.#kept().chosen);
    if (options.length > 0) this.#save({ options });
  }

  /** Stores the commands that the agent takes now. */
  storeCommands(commands: AgentCommand[]): void {
    this.#save({ commands });
  }

  #kept() {
    return this.#deps.agentOptions.read(this.#agent, this.#folder);
  }

  #save(change: Parameters<OptionDeps['agentOptions']['save']>[2]): void {
    this.#deps.agentOptions.save(this.#agent, this.#folder, change);
  }
}

function withChosen(
  options: readonly AgentOption[],
  chosen: Readonly<Record<string, string | boolean>>,
): AgentOption[] {
  return options.map((option) => {
    const value = chosen[option.id];
    if (value === undefined || !isPossible(option, value)) return option;
    return option.type === 'switch'
      ? { ...option, value: value === true }
      : { ...option, value: String(value) };
  });
}
