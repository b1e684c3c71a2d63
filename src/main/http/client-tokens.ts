import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ClientTokensInfo } from '../../shared/contract/app-state.ts';
import { createDataDir } from '../discovery/data-dir.ts';
import { createMutex } from '../mutex.ts';
import { readDataFile, setAside } from '../storage/data-file.ts';
import { writePrivateFile } from '../storage/private-file.ts';

/** Only a SHA-256 of each token is stored, in hex; a random 256-bit token needs no slower hash. */
const fileSchema = z.array(z.object({ hash: z.string().regex(/^[0-9a-f]{64}$/), madeAt: z.string() }));

/** More clients than one person sets up; one more ends the oldest token. */
const mostTokens = 100;

/** A connection that is cut when its token is revoked. */
type Cuttable = { destroy(): unknown; once(event: 'close', listener: () => void): unknown };

type Tokens = z.infer<typeof fileSchema>;

/** Returns undefined where the file is malformed. Throws StorageError where it can't be read. */
function storedIn(path: string): Tokens | undefined {
  const text = readDataFile(path) ?? '[]';
  try {
    return fileSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export type ClientTokens = ReturnType<typeof createClientTokens>;

/**
 * The lasting tokens of HTTP clients, in a file of the data folder. The command line changes it where no
 * companion runs, so it is read for every request with such a token.
 */
export function createClientTokens(dataDir: string, now: () => number = Date.now) {
  const path = join(dataDir, 'client-tokens.json');
  const held = new Set<Cuttable>();
  const changing = createMutex();

  /** Returns the stored tokens; an unreadable file lets nobody in. */
  function read(): Tokens {
    try {
      return storedIn(path) ?? [];
    } catch {
      return [];
    }
  }

  async function make(): Promise<string> {
    const token = `parley_${randomBytes(32).toString('base64url')}`;
    const hash = createHash('sha256').update(token).digest('hex');
    const madeAt = new Date(now()).toISOString();
    await createDataDir(dataDir);
    const before = storedIn(path);
    if (before === undefined) setAside(path);
    await writePrivateFile(path, JSON.stringify([...(before ?? []), { hash, madeAt }].slice(-mostTokens)));
    return token;
  }

  async function revoke(): Promise<number> {
    const { length } = read();
    await rm(path, { force: true });
    for (const connection of held) connection.destroy();
    return length;
  }

  return {
    /** True for a token that was made here and not revoked. */
    accepts(token: string): boolean {
      const digest = createHash('sha256').update(token).digest();
      const matches = read().map(({ hash }) => timingSafeEqual(digest, Buffer.from(hash, 'hex')));
      return matches.includes(true);
    },
    /** Ends a connection when tokens are revoked. */
    hold(connection: Cuttable): void {
      held.add(connection);
      connection.once('close', () => held.delete(connection));
    },
    /** Makes a token, which can't be read again later. */
    make: () => changing(make),
    /** Revokes all tokens and cuts their connections; returns how many there were. */
    revoke: () => changing(revoke),
    info(): ClientTokensInfo {
      const tokens = read();
      return { count: tokens.length, lastMadeAt: tokens.at(-1)?.madeAt ?? null };
    },
  };
}
