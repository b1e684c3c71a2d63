import type { ToolCallId } from '../../../../shared/ids.ts';
import type { BackgroundCount } from '../../../../shared/workspace/workspace.ts';
import type { StartTimer } from '../../../clock.ts';
import { isRecord } from '../json-fields.ts';
import type { BackgroundChange } from '../vendors/vendor.ts';
import { backgroundChange } from '../vendors/vendors.ts';
import { type CallState, isOver } from './call-state.ts';

/** The most calls that are counted. */
const mostCounted = 1_000;

/** The longest time that a timer can wait, in milliseconds. */
const longestTimer = 2_147_483_647;

type WorkDeps = { now: () => number; after: StartTimer; onChange: () => void };

type Left = Extract<BackgroundChange, { type: 'left' }>;

/** What goes on of a call; `forget` calls off the end of it that its time brings. */
type Running = Left & { forget: () => void };

/**
 * What goes on of an agent's calls when its turn has ended: calls that are still open, and what a call has left behind as it
 * ended, such as a command in the background, a monitor, or a wake-up at some time. Of most the agent says when they are
 * over, or it is known when they will be; of the rest it may never.
 */
export class BackgroundWork {
  readonly #deps: WorkDeps;
  readonly #running = new Map<ToolCallId, Running>();

  constructor(deps: WorkDeps) {
    this.#deps = deps;
  }

  get count(): BackgroundCount {
    const unreported = [...this.#running.values()].filter(({ endsUnseen }) => endsUnseen).length;
    return { running: this.#running.size, unreported };
  }

  /** Notes the end of a call, which may leave something behind, or have ended what an earlier one left. */
  over(id: ToolCallId, state: CallState): void {
    const change = changeBy(state);
    if (change === undefined) return this.#forget([id]);
    switch (change.type) {
      case 'left':
        return this.#add(id, change);
      case 'ended': {
        const ended = [...this.#running].filter(([, left]) => left.name === change.name);
        return this.#forget([id, ...ended.map(([one]) => one)]);
      }
    }
  }

  /** Notes a call as the turn ends; true of one that goes on. */
  goesOn(id: ToolCallId, state: CallState): boolean {
    if (state.status !== 'in_progress' || !isWork(state)) return false;
    this.#add(id, { type: 'left', endsUnseen: false });
    return true;
  }

  /** Forgets all, as the agent's process has ended. */
  clear(): void {
    this.#forget([...this.#running.keys()]);
  }

  #add(id: ToolCallId, left: Left): void {
    const known = this.#running.get(id);
    if (known === undefined && this.#running.size >= mostCounted) return;
    known?.forget();
    const { now, after, onChange } = this.#deps;
    const lasts = left.lasts ?? (left.until === undefined ? undefined : left.until - now());
    const forget =
      lasts === undefined ? () => {} : after(Math.min(lasts, longestTimer), () => this.#forget([id]));
    this.#running.set(id, { ...left, forget });
    if (known?.endsUnseen !== left.endsUnseen) onChange();
  }

  #forget(ids: readonly ToolCallId[]): void {
    const { size } = this.#running;
    for (const id of ids) {
      this.#running.get(id)?.forget();
      this.#running.delete(id);
    }
    if (this.#running.size !== size) this.#deps.onChange();
  }
}

/** True of a command, and of a call for which a subagent works; any other that is left open was forgotten. */
function isWork({ kind, rawInput }: CallState): boolean {
  return kind === 'execute' || (isRecord(rawInput) && typeof rawInput['subagent_type'] === 'string');
}

function changeBy(state: CallState): BackgroundChange | undefined {
  if (!isOver(state) || state.status === 'failed') return undefined;
  const { name, rawInput, response } = state;
  const input = isRecord(rawInput) ? rawInput : {};
  return backgroundChange({ tool: name, input, response }) ?? detachedBy(state, input);
}

/** Recognises a command that was begun and not waited for by the fields that agents have for that. */
function detachedBy({ kind }: CallState, input: Record<string, unknown>): BackgroundChange | undefined {
  const isDetached = input['run_in_background'] === true || input['is_background'] === true;
  return kind === 'execute' && isDetached ? { type: 'left', endsUnseen: true } : undefined;
}
