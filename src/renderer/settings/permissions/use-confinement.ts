import { useEffect, useState } from 'react';
import type { ConfinementState } from '../../../shared/permissions/tried-command.ts';
import { failureText } from '../../connection/connection.ts';
import { useParley } from '../../parley-context.tsx';

/** Returns whether this machine confines commands, null while that is looked up, and what looks again. */
export function useConfinement() {
  const { companion } = useParley();
  const [state, setState] = useState<ConfinementState | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [looks, setLooks] = useState(0);
  useEffect(() => {
    let isShown = true;
    void companion.client.rules.confinement({ again: looks > 0 }).then(
      (found) => {
        if (!isShown) return;
        setState(found);
        setProblem(null);
      },
      (error: unknown) => {
        if (isShown) setProblem(failureText(error));
      },
    );
    return () => {
      isShown = false;
    };
  }, [companion, looks]);
  const lookAgain = () => {
    setState(null);
    setLooks((count) => count + 1);
  };
  return { state, problem, lookAgain };
}
