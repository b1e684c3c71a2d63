import type { KeyboardEvent } from 'react';

/** Steps by key: to the next and previous change, and to the next and previous file. */
const steps: ReadonlyMap<string, { marks: string; by: 1 | -1 }> = new Map([
  ['j', { marks: '[data-change]', by: 1 }],
  ['k', { marks: '[data-change]', by: -1 }],
  ['n', { marks: '[data-path]', by: 1 }],
  ['p', { marks: '[data-path]', by: -1 }],
]);

/** The keys that go through the changes of a preview, while the focus is among them and in no field. */
export function onChangeKey(event: KeyboardEvent<HTMLElement>): void {
  const step = steps.get(event.key);
  const isField = event.target instanceof HTMLElement && event.target.matches('input, textarea');
  if (step === undefined || isField || event.ctrlKey || event.metaKey || event.altKey) return;
  if (goToChange(event.currentTarget, step)) event.preventDefault();
}

/** Goes to the next or previous change of a preview; false where there is none. */
export function stepThroughChanges(list: ParentNode, by: 1 | -1): void {
  goToChange(list, { marks: '[data-change]', by });
}

function goToChange(list: ParentNode, { marks, by }: { marks: string; by: 1 | -1 }): boolean {
  const all = [...list.querySelectorAll<HTMLElement>(marks)];
  const here = document.activeElement;
  const isAfter = (other: Element) =>
    here !== null && (here.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  const isIn = (other: Element) => other === here || other.contains(here);
  const found =
    by === 1
      ? (all.find((other) => !isIn(other) && isAfter(other)) ?? null)
      : (all.findLast((other) => !isIn(other) && !isAfter(other)) ?? null);
  const target = found ?? (all.some(isIn) ? null : (all[0] ?? null));
  target?.focus({ preventScroll: true });
  target?.scrollIntoView({ block: 'start' });
  return target !== null;
}
