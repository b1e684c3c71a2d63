import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporary-folder.ts';

/** Only the owner of a machine can make a disk of his own; elsewhere this is not tried. */
export const canMount =
  process.getuid?.() === 0 &&
  process.platform === 'linux' &&
  spawnSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;

/** A disk of so many kilobytes, mounted as long as the test runs. */
export function smallDisk(kilobytes: number): string {
  const disk = temporaryFolder();
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs', disk]);
  onTestFinished(() => void execFileSync('umount', ['--lazy', disk]));
  return disk;
}

/** Writes to a disk until nothing more fits; returns what makes room again. */
export function fillDisk(disk: string): () => void {
  const filler = join(disk, 'filler');
  const file = openSync(filler, 'w');
  const block = Buffer.alloc(1_024);
  expect(() => {
    for (;;) writeSync(file, block);
  }).toThrow('ENOSPC');
  closeSync(file);
  return () => rmSync(filler);
}
