/**
 * A branch of a chat: it begins with another version of the message `versionOf`, which is in the branch
 * `parent`. `newest` is its newest message. The first branch of a chat has the id 0 and begins with nothing.
 */
export type Branch = { id: number; parent: number; versionOf: number; newest: number };

/** The messages of one branch with ids below a limit. */
type BranchPiece = { branch: number; below: number };

/** The messages of a path that ends in a branch: its own, and of each branch before it those up to the fork. */
export function pathOf(branches: readonly Branch[], end: number): BranchPiece[] {
  const pieces: BranchPiece[] = [];
  let piece: BranchPiece | undefined = { branch: end, below: Infinity };
  while (piece !== undefined) {
    pieces.push(piece);
    const { branch }: BranchPiece = piece;
    const begun: Branch | undefined = branches.find(({ id }) => id === branch);
    piece =
      begun === undefined || begun.id === 0 ? undefined : { branch: begun.parent, below: begun.versionOf };
  }
  return pieces;
}

export function isInPath(path: readonly BranchPiece[], branch: number, message: number): boolean {
  return path.some((piece) => piece.branch === branch && message < piece.below);
}

/** The end of the path through a message in which something was said last. */
export function newestPathThrough(branches: readonly Branch[], branch: number, message: number): number {
  const through = [...branches, { id: 0, parent: 0, versionOf: 0, newest: 0 }].filter(({ id }) =>
    isInPath(pathOf(branches, id), branch, message),
  );
  return through.toSorted((a, b) => b.newest - a.newest)[0]?.id ?? branch;
}
