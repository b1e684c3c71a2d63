import { useCallback, useEffect, useRef, useState } from 'react';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { CommandOutput } from '../../shared/transcript/command-run.ts';
import { failureText } from '../connection/connection.ts';
import { useParley } from '../parley-context.tsx';
import { watchGit } from '../state/command-output.ts';

export type Read<Value> =
  | { type: 'reading' }
  | { type: 'read'; value: Value }
  | { type: 'failed'; problem: string };

/** Reads something once it is mounted; the function reads it again, and what was read stays until then. */
export function useRead<Value>(read: () => Promise<Value>): [Read<Value>, () => void] {
  const [found, setFound] = useState<Read<Value>>({ type: 'reading' });
  const latest = useRef(read);
  const asked = useRef(0);
  useEffect(() => {
    latest.current = read;
  }, [read]);
  const again = useCallback(() => {
    const number = (asked.current += 1);
    const show = (next: Read<Value>) => {
      if (asked.current === number) setFound(next);
    };
    latest.current().then(
      (value) => show({ type: 'read', value }),
      (error: unknown) => show({ type: 'failed', problem: failureText(error) }),
    );
  }, []);
  useEffect(() => {
    again();
    return () => {
      asked.current += 1;
    };
  }, [again]);
  return [found, again];
}

export type GitRun<End> =
  | { type: 'idle' }
  | { type: 'running' }
  | { type: 'ended'; end: End }
  /** Nobody knows whether it ran. */
  | { type: 'failed'; problem: string };

/** Has git do something in the chat's worktree; a call that is sent again has the same key, and is not run twice. */
export function useGitRun<End>(workspaceId: WorkspaceId) {
  const { companion } = useParley();
  const [state, setState] = useState<GitRun<End>>({ type: 'idle' });
  const [output, setOutput] = useState<CommandOutput | null>(null);
  const isRunning = state.type === 'running';
  useEffect(() => {
    if (!isRunning) return;
    const over = new AbortController();
    void watchGit(companion, workspaceId, setOutput, over.signal);
    return () => over.abort();
  }, [companion, workspaceId, isRunning]);
  return {
    state,
    /** The last lines that were printed; null before the first, and where the end has them. */
    output: state.type === 'running' || state.type === 'failed' ? output : null,
    /** Resolves to the end; undefined where the call failed. */
    async run(call: (key: string) => Promise<End>): Promise<End | undefined> {
      setState({ type: 'running' });
      setOutput(null);
      try {
        const end = await call(crypto.randomUUID());
        setState({ type: 'ended', end });
        return end;
      } catch (error) {
        setState({ type: 'failed', problem: failureText(error) });
        return undefined;
      }
    },
    stop: () => void companion.client.workspace.stopGit({ workspaceId }).catch(() => undefined),
  };
}
