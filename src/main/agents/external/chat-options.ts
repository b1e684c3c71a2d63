import { messageOf } from '../../../shared/thrown-error.ts';
import type { AgentCommand, AgentOption, AgentOptions } from '../../../shared/providers/hosted-agent.ts';
import type { WorkspaceId } from '../../../shared/ids.ts';
import { changeOf, chosenChanges, isPossible, sessionMode, shownOptions } from './agent-options.ts';
import { HostedFailure } from './failure.ts';
import type { HostedParts } from './hosted-parts.ts';
import type { HostedSession } from './session/hosted-session.ts';
import { changesFor, type SessionSettings } from './modes.ts';

type OptionParts = Pick<HostedParts, 'agentOptions' | 'workspaces'>;

type OptionsOf = {
  workspaceId: WorkspaceId;
  agent: string;
  session: () => HostedSession | undefined;
  /** Called with the settings of the session whenever they may have changed. */
  onSettings: (settings: SessionSettings) => void;
};

/** The options and commands of the hosted agent of a chat: as its session has it, else as it was in the chat's folder last. */
export class ChatOptions {
  readonly #parts: OptionParts;
  readonly #workspaceId: WorkspaceId;
  readonly #agent: string;
  readonly #folder: string;
  readonly #session: OptionsOf['session'];
  readonly #onSettings: OptionsOf['onSettings'];

  constructor(parts: OptionParts, { workspaceId, agent, session, onSettings }: OptionsOf) {
    this.#parts = parts;
    this.#workspaceId = workspaceId;
    this.#agent = agent;
    this.#folder = parts.workspaces.row(workspaceId).folder;
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
    const { mode } = this.#parts.workspaces.row(this.#workspaceId);
    const waits = option.category === 'mode' && mode === 'plan';
    if (session !== undefined && !session.isOver && !waits) {
      try {
        await session.set(changeOf(option, value));
      } catch (error) {
        return this.read(error instanceof HostedFailure ? error.problem.what : messageOf(error));
      }
    }
    this.#save({ chosen: { ...chosen, [id]: value }, options: withChosen(options, { [id]: value }) });
    this.took();
    return this.read();
  }

  /** Gives a session that has just begun what the person chose before. */
  async begin(session: HostedSession): Promise<void> {
    const { mode } = this.#parts.workspaces.row(this.#workspaceId);
    for (const change of chosenChanges(session.settings, this.#kept().chosen, mode))
      await session.set(change);
    this.took();
  }

  /** Gives a session the mode of the chat; for work that is the one that the person chose for it. */
  async enterMode(session: HostedSession, isNew: boolean): Promise<void> {
    const { mode } = this.#parts.workspaces.row(this.#workspaceId);
    const { chosen: values } = this.#kept();
    const chosen = (id: string | null) => values[id ?? sessionMode];
    for (const change of changesFor(session.settings, { mode, isNew, chosen })) await session.set(change);
  }

  /** Keeps what the session can be told now. */
  took(): void {
    const session = this.#session();
    if (session === undefined) return;
    this.#onSettings(session.settings);
    const options = shownOptions(session.settings, this.#kept().chosen);
    if (options.length > 0) this.#save({ options });
  }

  /** Keeps the commands that the agent takes now. */
  tookCommands(commands: AgentCommand[]): void {
    this.#save({ commands });
  }

  #kept() {
    return this.#parts.agentOptions.read(this.#agent, this.#folder);
  }

  #save(change: Parameters<OptionParts['agentOptions']['save']>[2]): void {
    this.#parts.agentOptions.save(this.#agent, this.#folder, change);
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
