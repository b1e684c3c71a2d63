import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

/** Its script is part of the page of diagrams, as it was released. */
export const diagramPackage = '@mermaid-js/tiny';

const require = createRequire(import.meta.url);

const page = fileURLToPath(new URL('../src/renderer/ui/diagram/diagram.html', import.meta.url));
const drawScript = fileURLToPath(new URL('../src/renderer/ui/diagram/draw-diagram.ts', import.meta.url));

/** Under `/assets/`, where pages are served for frames (src/main/http/security-headers.ts). */
const addressInDevelopment = '/assets/diagram.html';

/** Gives the address of the page that diagrams are drawn in to whoever imports `diagram.html?url`. */
export const diagramPage: Plugin = {
  name: 'diagram-page',
  enforce: 'pre',
  async load(id) {
    if (id !== `${page}?url`) return undefined;
    if (this.environment.mode === 'dev') return `export default ${JSON.stringify(addressInDevelopment)}`;
    const file = this.emitFile({ type: 'asset', name: 'diagram.html', source: await diagramPageSource() });
    return `export default import.meta.ROLLUP_FILE_URL_${file}`;
  },
  configureServer(server) {
    server.middlewares.use(addressInDevelopment, (_, response, next) => {
      diagramPageSource().then((source) => {
        response.setHeader('Content-Type', 'text/html; charset=utf-8');
        response.end(source);
      }, next);
    });
  },
};

/** Returns the whole page: it loads nothing, and its one script is allowed by its hash. */
export async function diagramPageSource(): Promise<string> {
  const mermaid = readFileSync(require.resolve('@mermaid-js/tiny'), 'utf8');
  const script = `\n${mermaid}\n${await compiled()}\n`;
  if (/<\/?script/i.test(script)) throw new Error('The script of diagrams would end within its page');
  return readFileSync(page, 'utf8').replace('<body>', () => `<body><script>${script}</script>`);
}

async function compiled(): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: drawScript, formats: ['iife'], name: 'diagram' },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const output = first !== undefined && 'output' in first ? first.output : [];
  const [chunk] = output;
  if (chunk?.type !== 'chunk' || output.length > 1) throw new Error('The script of diagrams is one file');
  return chunk.code;
}
