import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server';
import { CallProgress } from './call-progress.ts';

/** The state of Parley while a call waits for it. */
export type CallState =
  /** No companion answers; `ended` says that the call was with one before. */
  | { type: 'away'; ended: boolean }
  | { type: 'starting' }
  | { type: 'not-started' }
  /** A companion is announced and does not answer yet. */
  | { type: 'slow' }
  /** The companion has the call. */
  | { type: 'asks' };

/** A call of a tool that has no result yet. */
export class OpenCall {
  readonly request: JSONRPCRequest;
  readonly progress: CallProgress;
  /** Aborts when the client no longer waits. */
  readonly over = new AbortController();
  state: CallState = { type: 'slow' };
  /** True while Parley may still be started for this call: once, and not after the person quit it. */
  mayStart = true;

  constructor(request: JSONRPCRequest, send: (message: JSONRPCMessage) => Promise<void>) {
    this.request = request;
    this.progress = new CallProgress(request, send);
  }
}

/** Returns the progress text of a call for the client; `command` starts Parley. */
export function progressText(state: CallState, command: string): string {
  switch (state.type) {
    case 'away':
      return state.ended
        ? `Parley has ended; what it asked is kept. Start it with: ${command}`
        : `Parley is not running, so nobody has been asked yet. Start it with: ${command}`;
    case 'starting':
      return 'Parley is starting';
    case 'not-started':
      return `Parley could not be started. To see why, run: ${command}`;
    case 'slow':
      return 'Parley does not answer yet';
    case 'asks':
      return 'Waiting for the person';
  }
}
