import type { MessageId, ToolCallId, WorkspaceId } from '../../../shared/ids.ts';
import { interrupted } from '../../../shared/questions/endings.ts';
import type { ToolRow } from '../model/next-move.ts';
import type { HostedParts } from './hosted-parts.ts';
import type { HostedRequests } from './hosted-requests.ts';
import { outcomeWords } from './asking/question-form.ts';
import { subjectWords } from './permission-subject.ts';

type Stores = Pick<HostedParts, 'log' | 'asks' | 'permissions'>;

/** A call of a chat without a result, with its message. */
type OpenCall = { call: ToolRow; messageId: MessageId };

/**
 * What an agent asked that can't hear the answer any more, since it or Parley ended meanwhile: the cards wait on,
 * and what the person decides is told to the agent in words.
 */
export class LeftOpen {
  readonly #parts: HostedParts;
  readonly #requests: HostedRequests;
  readonly #workspaceId: WorkspaceId;

  constructor(parts: HostedParts, requests: HostedRequests, workspaceId: WorkspaceId) {
    this.#parts = parts;
    this.#requests = requests;
    this.#workspaceId = workspaceId;
  }

  /** Returns the calls that wait for the person, or were decided and their agent has not heard. */
  static unheard(stores: Stores, workspaceId: WorkspaceId): Set<ToolCallId> {
    const { asks, permissions } = stores;
    const ids = openCalls(stores, workspaceId).map(({ call }) => call.tool_call_id);
    return new Set(
      ids.filter(
        (toolCallId) =>
          asks.get(workspaceId, toolCallId) !== undefined || permissions.resumes({ workspaceId, toolCallId }),
      ),
    );
  }

  /** Waits for the person where something was left open; returns what the agent is to be told of it. */
  async settle(stop: AbortSignal): Promise<string[]> {
    const open = openCalls(this.#parts, this.#workspaceId);
    const told = await Promise.all(open.map((one) => this.#settle(one, stop)));
    return told.flatMap((text) => text ?? []);
  }

  async #settle({ call, messageId }: OpenCall, stop: AbortSignal): Promise<string | undefined> {
    const { log, asks, permissionStore } = this.#parts;
    const workspaceId = this.#workspaceId;
    const { tool_call_id: toolCallId } = call;
    const ask = asks.get(workspaceId, toolCallId);
    const permission = permissionStore.ofCall({ workspaceId, toolCallId }).at(-1)?.shown;
    const place = { toolCallId, messageId };
    const end = (ok: boolean, text: string) =>
      log.settleTool(workspaceId, place.messageId, toolCallId, { ok, text });
    if (ask !== undefined) {
      const outcome = ask.settlement?.outcome ?? (await this.#requests.ask(place, ask.questions, stop));
      const isAnswer = outcome.type !== 'cancelled';
      end(isAnswer, isAnswer ? '' : outcome.reason);
      return isAnswer ? outcomeWords(ask.questions, outcome) : undefined;
    }
    if (permission !== undefined) {
      const { subject, asker, folder, choices } = permission;
      const request = { workspaceId, ...place, asker, folder, subject, choices };
      const verdict = await this.#parts.permissions.request(request, { signal: stop });
      end(false, interrupted);
      const what = subjectWords(subject);
      if (verdict.type === 'allowed')
        return `You asked for permission ${what} and were cut off. You may do it now; ask again where you need to.`;
      if (verdict.type !== 'denied') return undefined;
      const because = verdict.reason === undefined ? '' : ` ${verdict.reason}`;
      return `You asked for permission ${what} and were cut off. I say no.${because}`;
    }
    end(false, interrupted);
    return undefined;
  }
}

function openCalls({ log }: Pick<HostedParts, 'log'>, workspaceId: WorkspaceId): OpenCall[] {
  // A call goes on below a message that came into its turn.
  return log.history(workspaceId).flatMap((entry) => {
    if (entry.role === 'user') return [];
    const { messageId } = entry;
    const parts = entry.steps.flatMap((step) => step.parts);
    return parts.flatMap((part) =>
      part.type === 'tool' && part.result === null ? [{ call: part, messageId }] : [],
    );
  });
}
