import { useState } from 'react';
import { useParley } from '../parley-context.tsx';

/** The state of one try to open a folder; one that is busy can't be begun again. */
export function useOpening() {
  const { requestCaret } = useParley();
  const [state, setState] = useState<{ busy: boolean; problem: string | null }>({
    busy: false,
    problem: null,
  });

  /** `open` resolves to the problem in words, or to null once a chat is open. */
  async function start(open: () => Promise<string | null>): Promise<void> {
    if (state.busy) return;
    setState({ busy: true, problem: null });
    const problem = await open();
    if (problem === null) requestCaret();
    setState({ busy: false, problem });
  }

  return { ...state, start };
}

export type Opening = ReturnType<typeof useOpening>;
