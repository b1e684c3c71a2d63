import { expect, type Locator } from '@playwright/test';

/** The measure: the box in pixels, or the face as size/lead in pixels and weight. */
export type Measure =
  | readonly [what: string, element: Locator, side: 'height' | 'width' | 'left' | 'radius', pixels: number]
  | readonly [what: string, element: Locator, side: 'face', face: string];

/** Compares a screen with its numbers as text, so that all that are wrong are told at once. */
export async function expectMeasures(measures: readonly Measure[], shown: string): Promise<void> {
  const expected = measures.map(([what, , side, value]) => `${what}: ${side} ${value}`);
  const lines: string[] = [];
  for (const [what, element, side] of measures)
    lines.push(`${what}: ${side} ${await element.first().evaluate(measured, side)}`);
  expect(lines, `measures, ${shown}`).toEqual(expected);
}

function measured(element: Element, side: Measure[2]): string {
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const pixels = (text: string) => Math.round(parseFloat(text));
  switch (side) {
    case 'height':
    case 'width':
    case 'left':
      return `${Math.round(box[side])}`;
    case 'radius':
      return `${pixels(style.borderTopLeftRadius)}`;
    case 'face':
      return `${pixels(style.fontSize)}/${pixels(style.lineHeight)} ${style.fontWeight}`;
  }
}
