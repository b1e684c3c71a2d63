import { useMemo } from 'react';
import { useStore } from 'zustand';
import { useParley } from '../../parley-context.tsx';

/** The keys of the rows whose message is being edited. */
export function useEditedRows(): ReadonlySet<string> {
  const open = useStore(useParley().edits, (edits) =>
    Object.entries(edits)
      .flatMap(([id, edit]) => (edit?.open ? [id] : []))
      .join(' '),
  );
  return useMemo(() => new Set(open.split(' ')), [open]);
}
