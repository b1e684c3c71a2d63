import type { ToolCallId } from '../../../../shared/ids.ts';
import type { BackgroundCount } from '../../../../shared/workspace/workspace.ts';
import { isRecord } from '../json-fields.ts';
import { type CallState, isOver } from './call-state.ts';

/** The most calls that are counted. */
const mostCounted = 1_000;

/**
 * The calls of an agent that go on when its turn has ended. Of most it says when they are over; of a command that it moved to
 * the background as it was called it may never.
 */
export class BackgroundWork {
  readonly #onChange: () => void;
  readonly #running = new Map<ToolCallId, 'reported' | 'unreported'>();

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  get count(): BackgroundCount {
    const unreported = [...this.#running.values()].filter((how) => how === 'unreported').length;
    return { running: this.#running.size, unreported };
  }

  /** Notes the end of a call, unless what it began goes on. */
  over(id: ToolCallId, state: CallState): void {
    if (startsDetached(state)) this.#add(id, 'unreported');
    else if (this.#running.delete(id)) this.#onChange();
  }

  /** Notes a call as the turn ends; true of one that goes on. */
  goesOn(id: ToolCallId, state: CallState): boolean {
    if (state.status !== 'in_progress' || !isWork(state)) return false;
    this.#add(id, 'reported');
    return true;
  }

  /** Forgets all, as the agent's process has ended. */
  clear(): void {
    if (this.#running.size === 0) return;
    this.#running.clear();
    this.#onChange();
  }

  #add(id: ToolCallId, how: 'reported' | 'unreported'): void {
    if (this.#running.size >= mostCounted || this.#running.get(id) === how) return;
    this.#running.set(id, how);
    this.#onChange();
  }
}

/** True of a command, and of a call for which a subagent works; any other that is left open was forgotten. */
function isWork({ kind, rawInput }: CallState): boolean {
  return kind === 'execute' || (isRecord(rawInput) && typeof rawInput['subagent_type'] === 'string');
}

/** True of a command that was begun and not waited for, by the fields that agents have for that. */
function startsDetached(state: CallState): boolean {
  const { rawInput, kind, status } = state;
  if (!isOver(state) || status === 'failed' || kind !== 'execute' || !isRecord(rawInput)) return false;
  return rawInput['run_in_background'] === true || rawInput['is_background'] === true;
}
