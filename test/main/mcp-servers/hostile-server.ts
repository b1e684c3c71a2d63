import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

/**
 * A server of a few lines, in the protocol of 2025, that does what its body says with each request. It stands for what
 * servers do wrong; those that behave are made with MCP's own library or come from npm.
 */
export function hostile(
  body: string,
  capabilities = '{ tools: { listChanged: true } }',
): { command: string; args: string[] } {
  const file = join(temporaryFolder(), 'server.mjs');
  writeFileSync(
    file,
    `import { createInterface } from 'node:readline';
const send = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
const tool = (name, more = {}) => ({ name, inputSchema: { type: 'object' }, ...more });
const text = (id, value) => send({ id, result: { content: [{ type: 'text', text: value }] } });
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize')
    return send({ id, result: { protocolVersion: params.protocolVersion, capabilities: ${capabilities}, serverInfo: { name: 'evil', version: '1' } } });
  if (method === 'server/discover') return send({ id, error: { code: -32601, message: 'Unknown' } });
  ${body}
});
`,
  );
  return { command: process.execPath, args: [file] };
}
