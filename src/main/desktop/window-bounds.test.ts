import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { windowBounds, type Rectangle, smallest, zoomed } from './window-bounds.ts';

const main = { x: 0, y: 25, width: 1_280, height: 775 };
const right = { x: 1_280, y: 0, width: 1_920, height: 1_080 };
const stood = (bounds: Rectangle) => ({ bounds, maximised: false, zoom: 0 });

describe('a window', () => {
  test('opens where it stood, on whichever display', () => {
    for (const bounds of [
      { x: 40, y: 60, width: 900, height: 600 },
      { x: 1_400, y: 10, width: 900, height: 600 },
    ]) {
      expect(windowBounds([main, right], stood(bounds))).toEqual(bounds);
    }
  });

  test('keeps its size and lets the system place it when its display is gone', () => {
    const bounds = { x: 1_400, y: 10, width: 900, height: 600 };
    expect(windowBounds([main], stood(bounds))).toEqual({ width: 900, height: 600 });
  });

  test('is not larger than its display, and has its usual size the first time', () => {
    const bounds = { x: 0, y: 25, width: 4_000, height: 3_000 };
    expect(windowBounds([main], stood(bounds))).toMatchObject({ width: 1_280, height: 775 });
    expect(windowBounds([main], undefined)).toEqual({ width: 1_200, height: 820 });
  });

  test('can always be taken hold of at its upper edge', () => {
    const at = fc.integer({ min: -5_000, max: 5_000 });
    const long = fc.integer({ min: smallest.width, max: 5_000 });
    fc.assert(
      fc.property(at, at, long, long, (x, y, width, height) => {
        const placing = windowBounds([main], stood({ x, y, width, height }));
        if (placing.x === undefined || placing.y === undefined) return;
        expect(placing.y).toBeGreaterThanOrEqual(main.y);
        expect(placing.y).toBeLessThan(main.y + main.height);
        expect(placing.x).toBeLessThan(main.x + main.width);
        expect(placing.x + width).toBeGreaterThan(main.x);
      }),
    );
  });
});

test('zoom goes in steps, within limits, and back to the actual size', () => {
  expect(zoomed(0, 'zoom-in')).toBe(0.5);
  expect(zoomed(0.5, 'zoom-out')).toBe(0);
  expect(zoomed(5, 'zoom-in')).toBe(5);
  expect(zoomed(-3, 'zoom-out')).toBe(-3);
  expect(zoomed(2, 'zoom-reset')).toBe(0);
});
