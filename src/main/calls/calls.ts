import { mapEventIterator } from '@orpc/client';
import { implement, type ImplementerInternalWithMiddlewares, ORPCError } from '@orpc/server';
import { contract } from '../../shared/contract/contract.ts';
import type { Logger } from '../log.ts';
import { FolderUnusable } from '../workspaces/folder.ts';
import { storageProblem } from '../storage/storage-error.ts';

/** Notes a bug and returns the reference under which it stands in the log. */
export type Report = (error: unknown) => string;

type NoContext = Record<string, never>;

export type Calls = ImplementerInternalWithMiddlewares<typeof contract, NoContext, NoContext>;

/**
 * Where every handler of the contract begins. What a handler throws reaches the window as one of
 * the contract's failures; anything else is a bug: it is reported, and the window gets the
 * reference under which it stands in the log.
 */
export function createCalls(report: Report, log: Pick<Logger, 'debug'>): Calls {
  return implement(contract).use(async ({ next, path }) => {
    const call = path.join('.');
    const begun = performance.now();
    const note = (code: string) =>
      log.debug('call', { call, code, ms: Math.round(performance.now() - begun) });
    try {
      const result = await next();
      note('ok');
      return isStream(result.output) ? { ...result, output: reporting(result.output, report) } : result;
    } catch (error) {
      const failure = toFailure(error, report);
      note(failure instanceof ORPCError ? String(failure.code) : 'unknown');
      throw failure;
    }
  });
}

type Stream = AsyncIterator<unknown, unknown, void>;

function isStream(output: unknown): output is Stream {
  return typeof output === 'object' && output !== null && Symbol.asyncIterator in output;
}

/** A stream fails long after its call has returned. */
function reporting(stream: Stream, report: Report): Stream {
  return mapEventIterator(stream, {
    value: async (value: unknown) => value,
    error: async (error) => toFailure(error, report),
  });
}

function toFailure(error: unknown, report: Report): unknown {
  if (error instanceof ORPCError) return error;
  if (error instanceof FolderUnusable) {
    const { folder, problem } = error;
    return new ORPCError('folder-unusable', { status: 422, message: problem, data: { folder, problem } });
  }
  const problem = storageProblem(error);
  if (problem !== undefined) {
    report(error);
    return new ORPCError('storage-failed', { status: 507, message: problem, data: { problem } });
  }
  const message = `Something went wrong inside Parley (reference ${report(error)}). Try again; the log has the details.`;
  return new ORPCError('INTERNAL_SERVER_ERROR', { message });
}
