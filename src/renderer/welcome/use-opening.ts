import { useState } from 'react';
import { useParley } from '../parley-context.tsx';

/** The state of opening a folder; ignored while one attempt is under way. */
export function useOpening() {
  const { requestCaret } = useParley();
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({
    busy: false,
    problem: null,
  });

  /** `open` resolves to a problem for the person, or to null once a chat is open. */
  async function start(open: () => Promise<string | null>): Promise<void> {
    if (state.busy) return;
    setState({ busy: true, problem: null });
    const problem = await open();
    if (problem === null) requestCaret();
    setState({ busy: false, problem });
  }

  const fail = (problem: string) => setState({ busy: false, problem });

  return { ...state, start, fail };
}

export type Opening = ReturnType<typeof useOpening>;
