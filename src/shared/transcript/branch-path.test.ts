import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Branch, isInPath, newestPathThrough, pathOf } from './branch-path.ts';

const root = { id: 0, parent: 0, versionOf: 0, newest: 4 };
/** 1 2 3 4, then 3 again as 5 with 6, then 6's question again as 7 with 8, then 1 again as 9. */
const branches: Branch[] = [
  root,
  { id: 5, parent: 0, versionOf: 3, newest: 6 },
  { id: 7, parent: 0, versionOf: 3, newest: 8 },
  { id: 9, parent: 0, versionOf: 1, newest: 9 },
];

describe('a path', () => {
  it('has the messages of its last branch, and those before the forks', () => {
    expect(pathOf(branches, 0)).toEqual([{ branch: 0, below: Infinity }]);
    expect(pathOf(branches, 5)).toEqual([
      { branch: 5, below: Infinity },
      { branch: 0, below: 3 },
    ]);
    const inner = [...branches, { id: 12, parent: 5, versionOf: 6, newest: 12 }];
    expect(pathOf(inner, 12)).toEqual([
      { branch: 12, below: Infinity },
      { branch: 5, below: 6 },
      { branch: 0, below: 3 },
    ]);
  });

  it('leads through a message to where something was said last', () => {
    expect(newestPathThrough(branches, 0, 1)).toBe(7);
    expect(newestPathThrough(branches, 0, 3)).toBe(0);
    expect(newestPathThrough(branches, 5, 5)).toBe(5);
    expect(newestPathThrough(branches, 9, 9)).toBe(9);
  });
});

type Said = { id: number; branch: number };

/** A chat of any shape: each step says something more, or sends a message of the shown path again. */
const chats = fc.array(fc.nat({ max: 9 }), { maxLength: 40 }).map((steps) => {
  const said: Said[] = [];
  const begun: Branch[] = [{ ...root, newest: 0 }];
  let shown = 0;
  for (const [index, step] of steps.entries()) {
    const id = index + 1;
    const path = pathOf(begun, shown);
    const inPath = said.filter((one) => isInPath(path, one.branch, one.id));
    const again = step < 3 ? inPath[step % Math.max(1, inPath.length)] : undefined;
    if (again !== undefined) {
      const version = begun.find((branch) => branch.id === again.id);
      const versionOf = version === undefined || version.id === 0 ? again.id : version.versionOf;
      const parent = said.find((one) => one.id === versionOf)?.branch ?? 0;
      begun.push({ id, parent, versionOf, newest: id });
      shown = id;
    }
    said.push({ id, branch: shown });
    const branch = begun.find((one) => one.id === shown);
    if (branch !== undefined) branch.newest = id;
  }
  return { said, begun, shown };
});

describe('in a chat of any shape', () => {
  it('every message is shown by the path that leads through it, so nothing is lost', () => {
    fc.assert(
      fc.property(chats, ({ said, begun }) => {
        for (const { id, branch } of said) {
          const path = pathOf(begun, newestPathThrough(begun, branch, id));
          expect(isInPath(path, branch, id)).toBe(true);
        }
      }),
    );
  });

  it('no path shows two versions of one message', () => {
    fc.assert(
      fc.property(chats, ({ said, begun }) => {
        for (const end of begun) {
          const path = pathOf(begun, end.id);
          const firsts = said
            .filter(({ id, branch }) => isInPath(path, branch, id))
            .map(({ id }) => begun.find((one) => one.id === id && id !== 0)?.versionOf ?? id);
          expect(new Set(firsts).size).toBe(firsts.length);
        }
      }),
    );
  });

  it('the newest message is in the path that is shown', () => {
    fc.assert(
      fc.property(chats, ({ said, begun, shown }) => {
        const last = said.at(-1) ?? { id: 0, branch: 0 };
        expect(newestPathThrough(begun, last.branch, last.id)).toBe(shown);
      }),
    );
  });
});
