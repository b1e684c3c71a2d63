import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** A package as npm packs it: its files by their paths, package.json without name and version. */
export type Packed = { name: string; version: string; files: Record<string, string> };

/**
 * A registry of npm on this machine, as far as an install reads one: the document of a package
 * (https://github.com/npm/registry/blob/main/docs/responses/package-metadata.md) and its tarball. Anything else is not
 * found, as at npm's own.
 */
export async function startRegistry(packages: readonly Packed[]) {
  const tarballs = new Map(packages.map((one) => [`/${one.name}/-/${one.version}.tgz`, packed(one)]));
  const fetched: string[] = [];
  let held: { responses: ServerResponse[]; asked: PromiseWithResolvers<void> } | undefined;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    fetched.push(path);
    const tarball = tarballs.get(path);
    if (tarball !== undefined && held !== undefined) {
      held.responses.push(response.writeHead(200, { 'content-length': tarball.length }));
      response.write(tarball.subarray(0, 100));
      return held.asked.resolve();
    }
    if (tarball !== undefined) return void response.end(tarball);
    const known = packages.filter(({ name }) => path === `/${name}`);
    if (known.length === 0)
      return void response.writeHead(404, { 'content-type': 'application/json' }).end('{}');
    response.setHeader('content-type', 'application/json');
    return void response.end(JSON.stringify(documentOf(known, url(), tarballs)));
  });
  const address = () => {
    const bound = server.address();
    if (bound === null || typeof bound === 'string') throw new Error('The registry does not listen.');
    return bound.port;
  };
  const url = () => `http://127.0.0.1:${address()}`;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: url(),
    fetched,
    /** From now on a tarball stops in its middle; resolves with the first that does. */
    holdTarballs(): Promise<void> {
      held = { responses: [], asked: Promise.withResolvers() };
      return held.asked.promise;
    },
    letGo(): void {
      for (const response of held?.responses ?? []) response.destroy();
      held = undefined;
    },
    close(): Promise<void> {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function documentOf(known: readonly Packed[], url: string, tarballs: ReadonlyMap<string, Buffer>) {
  const versions = known.map(({ name, version, files }) => {
    const path = `/${name}/-/${version}.tgz`;
    const integrity = createHash('sha512')
      .update(tarballs.get(path) ?? '')
      .digest('base64');
    const dist = { tarball: `${url}${path}`, integrity: `sha512-${integrity}` };
    return [version, { ...aboutOf({ name, version, files }), dist }] as const;
  });
  const latest = known.at(-1)?.version;
  return { name: known[0]?.name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) };
}

const aboutSchema = z.record(z.string(), z.unknown());

function aboutOf({ name, version, files }: Packed): Record<string, unknown> {
  return { name, version, ...aboutSchema.parse(JSON.parse(files['package.json'] ?? '{}')) };
}

function packed(one: Packed): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'parley-package-'));
  for (const [path, text] of Object.entries(one.files)) {
    const file = join(folder, 'package', path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text, { mode: 0o755 });
  }
  writeFileSync(join(folder, 'package/package.json'), JSON.stringify(aboutOf(one)));
  execFileSync('tar', ['-czf', join(folder, 'package.tgz'), '-C', folder, 'package']);
  const tarball = readFileSync(join(folder, 'package.tgz'));
  rmSync(folder, { recursive: true });
  return tarball;
}
