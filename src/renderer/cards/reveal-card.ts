import { type RefObject, useEffect, useRef } from 'react';
import { keepTopInSight } from '../ui/stay-here.ts';

/** For how many frames a list may still be measuring what it is about to show. */
const patience = 60;

/**
 * Gives the focus to an element as soon as it can have it: a windowed list keeps new rows
 * invisible, and so out of focus's reach, until it has measured them. Ends without it when the focus
 * goes anywhere else meanwhile. Returns what ends it.
 */
export function focusWhenShown(find: () => HTMLElement | null): () => void {
  const before = document.activeElement;
  let frames = 0;
  let frame = 0;

  function attempt(): void {
    if (document.activeElement !== before && document.activeElement !== document.body) return;
    const target = find();
    target?.focus({ preventScroll: true });
    if (target !== null && document.activeElement === target) return;
    frames += 1;
    if (frames < patience) frame = requestAnimationFrame(attempt);
  }

  attempt();
  return () => cancelAnimationFrame(frame);
}

/** Not what only chooses how the card looks. */
const options = ':is([role=radio], [role=checkbox]):not([data-looks] *)';
const waysToAnswer = `${options}, textarea, [data-first], [data-form-field] input`;

/**
 * Returns the control a person answers with first: the chosen option, else the recommended or first one,
 * else a text field; in a form that of its first field.
 */
export function firstAnswerControl(within: Element): HTMLElement | null {
  const panel = within.querySelector('[role=tabpanel][data-state=active], [data-form-field]') ?? within;
  return (
    panel.querySelector<HTMLElement>(`${options}[aria-checked=true]`) ??
    panel.querySelector<HTMLElement>('[data-recommended]') ??
    panel.querySelector<HTMLElement>(waysToAnswer)
  );
}

/** Takes the focus to a card: to what it is answered with, else (collapsed, or ended) to its button. */
export function focusCard(card: Element): void {
  focusWhenShown(() => firstAnswerControl(card) ?? card.querySelector<HTMLElement>('button[aria-expanded]'));
}

/**
 * On mounting, gives the focus to the first thing in there to answer with, or to the element
 * itself, but only if nothing else has it: a new card never takes the caret from anybody.
 */
export function useFocusIfFree(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current;
    if (element === null || document.activeElement !== document.body) return;
    return focusWhenShown(() => firstAnswerControl(element) ?? element);
  }, [ref]);
}

/** After so many frames in a row in which it has not moved, a card whose height has changed has its place. */
const settled = 6;

const signsOfAPerson = ['wheel', 'touchmove', 'pointerdown'];

/**
 * Whenever the card shows something else, sees to it that it is found: the whole of it in view if
 * it fits, else its top with the tabs and the prompt. Leaves alone a person who scrolls or presses meanwhile: what
 * moves away under a press never gets its click.
 */
export function useKeepInView(ref: RefObject<HTMLElement | null>, shown: number): void {
  const before = useRef(shown);
  useEffect(() => {
    const element = ref.current;
    if (element === null || before.current === shown) return;
    before.current = shown;
    return keepInView(element);
  }, [ref, shown]);
}

/** Brings an element into view until the list has settled around it; returns what ends it. */
function keepInView(element: HTMLElement): () => void {
  let frame = 0;
  let frames = 0;
  let still = 0;
  let before = '';
  const end = () => cancelAnimationFrame(frame);
  const step = () => {
    bringIntoView(element);
    const { top, height } = element.getBoundingClientRect();
    still = `${top} ${height}` === before ? still + 1 : 0;
    before = `${top} ${height}`;
    frames += 1;
    if (still < settled && frames < patience) frame = requestAnimationFrame(step);
  };
  step();
  for (const sign of signsOfAPerson) window.addEventListener(sign, end, { passive: true, capture: true });
  return () => {
    end();
    for (const sign of signsOfAPerson) window.removeEventListener(sign, end, { capture: true });
  };
}

function bringIntoView(element: HTMLElement): void {
  const scroller = element.closest('[role=log]');
  if (scroller === null) return;
  const height = element.getBoundingClientRect().height;
  if (height <= scroller.getBoundingClientRect().height) return element.scrollIntoView({ block: 'nearest' });
  if (isHeadIn(element, scroller)) return;
  // A scroller that follows its end would go back there when it next measures.
  keepTopInSight(element);
  if (!isHeadIn(element, scroller)) element.scrollIntoView({ block: 'start' });
}

function isHeadIn(element: Element, scroller: Element): boolean {
  const view = scroller.getBoundingClientRect();
  const { top } = element.getBoundingClientRect();
  const head = element.querySelector('[data-card-head]')?.getBoundingClientRect();
  return top >= view.top && (head?.bottom ?? top) <= view.bottom;
}
