import { useEffect, useEffectEvent, useState } from 'react';

/**
 * Takes files dropped anywhere on the page, which would leave for them otherwise; true while some are
 * held over it. Dragged text is left to the fields.
 */
export function useFileDrop(onFiles: (files: File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const take = useEffectEvent(onFiles);
  useEffect(() => {
    const end = new AbortController();
    const { signal } = end;
    const bringsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') === true;
    const hold = (event: DragEvent) => {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!bringsFiles(event)) return;
      event.preventDefault();
      if (document.querySelector('dialog[open]') === null) take([...(event.dataTransfer?.files ?? [])]);
    };
    window.addEventListener('dragenter', hold, { signal });
    window.addEventListener('dragover', hold, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    return () => end.abort();
  }, []);
  return over;
}
