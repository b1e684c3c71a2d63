import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type CompanionFile,
  companionFileName,
  companionFileSchema,
} from '../../shared/host/companion-file.ts';
import { errorCode } from '../../shared/thrown-error.ts';
import { readDataFile } from '../storage/data-file.ts';
import { writePrivateFile } from '../storage/private-file.ts';

function fileIn(dataDir: string): string {
  return join(dataDir, companionFileName);
}

function read(dataDir: string): CompanionFile | undefined {
  try {
    return companionFileSchema.parse(JSON.parse(readDataFile(fileIn(dataDir)) ?? ''));
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function accepts(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), timeout: 2_000 });
    const settle = (answer: boolean): void => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
    socket.once('timeout', () => settle(false));
  });
}

export function announceCompanion(dataDir: string, companion: CompanionFile): Promise<void> {
  return writePrivateFile(fileIn(dataDir), `${JSON.stringify(companion, null, 2)}\n`);
}

/** Removes the companion file, unless it is another process's by now. */
export function withdrawCompanion(dataDir: string): void {
  const announced = read(dataDir);
  if (announced?.pid === process.pid) rmSync(fileIn(dataDir), { force: true });
}

/**
 * Returns the companion that serves this data folder; undefined if its process is gone or refuses connections.
 */
export async function findCompanion(dataDir: string): Promise<CompanionFile | undefined> {
  const announced = read(dataDir);
  if (announced === undefined || !isAlive(announced.pid)) return undefined;
  return (await accepts(announced.url)) ? announced : undefined;
}

/** Returns the address that a person opens. */
export function companionAddress({ url, token }: Pick<CompanionFile, 'url' | 'token'>): string {
  return `${url}/?token=${token}`;
}

/**
 * Asks a running companion to come to the front and open a folder or link. Returns the problem for a person, or
 * undefined when it was done.
 */
export async function askToShow(
  companion: CompanionFile,
  target: { workspace?: string | undefined; link?: string | undefined },
): Promise<string | undefined> {
  try {
    const response = await fetch(`${companion.url}/companion/show`, {
      method: 'POST',
      headers: { authorization: `Bearer ${companion.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(target),
      signal: AbortSignal.timeout(10_000),
    });
    return response.ok ? undefined : await response.text();
  } catch {
    return 'The running Parley did not answer.';
  }
}

/** Lets a browser's tab find the next host: the cookies' secret (hex) and the port. */
const hostMemorySchema = z.object({
  cookieSecret: z.string().regex(/^[0-9a-f]{64}$/),
  port: z.int().min(1).max(65_535).optional(),
});
type HostMemory = z.infer<typeof hostMemorySchema>;

function memoryFileIn(dataDir: string): string {
  return join(dataDir, 'host.json');
}

/** Reads the memory; makes and stores a new one where it is missing or unreadable. */
export async function recallHost(dataDir: string): Promise<HostMemory> {
  try {
    return hostMemorySchema.parse(JSON.parse(readDataFile(memoryFileIn(dataDir)) ?? ''));
  } catch {
    const memory: HostMemory = { cookieSecret: randomBytes(32).toString('hex') };
    await rememberHost(dataDir, memory);
    return memory;
  }
}

export function rememberHost(dataDir: string, memory: HostMemory): Promise<void> {
  return writePrivateFile(memoryFileIn(dataDir), JSON.stringify(memory));
}
