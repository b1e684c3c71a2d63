import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { closerOf, listen } from '../../src/main/http/loopback-host.ts';
import { openPageFiles, serveStaticFiles } from '../../src/main/http/static-files.ts';
import { securityHeaders } from '../../src/main/http/security-headers.ts';
import { projectRoot } from './hosts.ts';

/** Builds the gallery of cards and serves it with the page's own headers. */
export async function serveGallery(): Promise<{ address: string; close(): Promise<void> }> {
  await promisify(execFile)(process.execPath, [join(projectRoot, 'scripts/gallery.ts'), '--build']);
  const serve = serveStaticFiles(openPageFiles(join(projectRoot, '.cache/gallery')));
  const server = createServer((request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value);
    serve(request, response, () => response.writeHead(404).end());
  });
  const close = closerOf(server);
  const port = await listen(server, { kind: 'any' });
  return { address: `http://127.0.0.1:${port}/index.html`, close };
}
