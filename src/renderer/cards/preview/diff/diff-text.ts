import type { FileDiff, Hunk } from '../../../../shared/previews/preview.ts';

/** Returns the changes of a file as a patch that `git apply` and `patch -p1` take. */
export function diffText({ path, change, hunks }: FileDiff): string {
  const before = change === 'created' ? '/dev/null' : `a/${path}`;
  const after = change === 'deleted' ? '/dev/null' : `b/${path}`;
  return [`--- ${before}`, `+++ ${after}`, ...hunks.flatMap(hunkLines), ''].join('\n');
}

function hunkLines({ oldStart, oldLines, newStart, newLines, heading, lines }: Hunk): string[] {
  const sides = `-${sideText(oldStart, oldLines)} +${sideText(newStart, newLines)}`;
  return [`@@ ${sides} @@${heading === undefined ? '' : ` ${heading}`}`, ...lines];
}

/** A side without lines names the line before them. */
function sideText(start: number, lines: number): string {
  return `${lines === 0 ? Math.max(0, start - 1) : start},${lines}`;
}
