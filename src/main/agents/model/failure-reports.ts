import type { WorkspaceId } from '../../../shared/ids.ts';
import type { Problem, Retry } from '../../../shared/workspace/turn-state.ts';
import type { AgentTool } from '../../tools/tool.ts';
import { storageTrouble } from '../../storage/storage-error.ts';
import type { Adjustment, RefusedRequest } from './adjust-request.ts';
import type { FailedService } from './remedies.ts';
import type { ImageRefusal, SentImages } from './images/refused-images.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { providerOf } from './providers.ts';

export type FailureReportsDeps = {
  /** The stored name of a chat's agent. */
  agentOf: (workspaceId: WorkspaceId) => string;
  providers: ProviderSettings;
  /** True where a summary of the chat's earlier turns would make room. */
  canCompact: (workspaceId: WorkspaceId) => boolean;
  now: () => number;
};

/** Explains failed model calls. The code that knows errors is large and is loaded with the first failure. */
export class FailureReports {
  readonly #deps: FailureReportsDeps;

  constructor(deps: FailureReportsDeps) {
    this.#deps = deps;
  }

  /** Returns an explanation for a person; undefined when the error is an abort. */
  async explain(error: unknown, workspaceId: WorkspaceId): Promise<Problem | undefined> {
    const trouble = storageTrouble(error);
    if (trouble !== undefined) return trouble;
    const { explainFailure } = await import('./explain-failure.ts');
    const { failureKind } = await import('./failure-kind.ts');
    const whom = this.#whom(workspaceId);
    if (whom !== undefined && failureKind(error) === 'wrong-key')
      this.#deps.providers.noteUse(whom.provider.id, 'refused');
    return explainFailure(error, { whom, canCompact: this.#deps.canCompact(workspaceId) });
  }

  /**
   * Returns when a request is retried, after so many tries; undefined for no retry. `hasBegun`: some of its answer
   * had come. Never throws.
   */
  async retry(
    error: unknown,
    { tries, hasBegun }: { tries: number; hasBegun: boolean },
    workspaceId: WorkspaceId,
  ): Promise<Retry | undefined> {
    if (storageTrouble(error) !== undefined) return undefined;
    try {
      return await this.#retry(error, { tries, hasBegun }, workspaceId);
    } catch {
      return undefined;
    }
  }

  /** Returns how a refused request can be changed so that its model takes it; undefined where unknown. Never throws. */
  async adjustment(error: unknown, request: RefusedRequest): Promise<Adjustment | undefined> {
    if (storageTrouble(error) !== undefined) return undefined;
    try {
      const { adjustmentFor } = await import('./adjust-request.ts');
      return adjustmentFor(error, request);
    } catch {
      return undefined;
    }
  }

  /** True when a request failed because it was too long or too large. Never throws. */
  async isTooLong(error: unknown): Promise<boolean> {
    if (storageTrouble(error) !== undefined) return false;
    try {
      const { failureKind } = await import('./failure-kind.ts');
      const kind = failureKind(error);
      return kind === 'too-long' || kind === 'too-large';
    } catch {
      return false;
    }
  }

  /**
   * Returns the images to leave out of a request that failed because of images: all if it is not the `first`
   * time; undefined for another failure. Never throws.
   */
  async refusedImages(error: unknown, sent: SentImages, first: boolean): Promise<ImageRefusal | undefined> {
    if (sent.all.length === 0 || storageTrouble(error) !== undefined) return undefined;
    try {
      const { refusedImages, withoutAny } = await import('./images/refused-images.ts');
      const refusal = refusedImages(error, sent);
      return first || refusal === undefined ? refusal : withoutAny(refusal, sent);
    } catch {
      return undefined;
    }
  }

  /** Returns the tools of MCP servers that a request was refused for; undefined for none. Never throws. */
  async refusedTools(error: unknown, tools: readonly AgentTool[]) {
    if (tools.length === 0 || storageTrouble(error) !== undefined) return undefined;
    try {
      const { findRefusedTools } = await import('./find-refused-tools.ts');
      return findRefusedTools(error, tools);
    } catch {
      return undefined;
    }
  }

  async #retry(
    error: unknown,
    { tries, hasBegun }: { tries: number; hasBegun: boolean },
    workspaceId: WorkspaceId,
  ): Promise<Retry | undefined> {
    const { failureKind, retryPause } = await import('./failure-kind.ts');
    const { describeFailure } = await import('./explain-failure.ts');
    const now = this.#deps.now();
    const waitMs = retryPause(error, { tries, hasBegun, now });
    if (waitMs === undefined) return undefined;
    const what = describeFailure(failureKind(error) ?? 'unknown', this.#whom(workspaceId));
    return { what, waitMs, at: now + waitMs };
  }

  #whom(workspaceId: WorkspaceId): FailedService {
    const provider = providerOf(this.#deps.agentOf(workspaceId));
    return provider === undefined ? undefined : this.#deps.providers.setup(provider);
  }
}
