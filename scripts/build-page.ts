import type { Plugin, Rolldown } from 'vite';

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

const scripts = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g;

/** A page's own script finds them by this mark. */
const beginsThem = /link\[rel=painted\]/;

const stylesheets = /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/g;

/**
 * Puts a page's scripts and stylesheets at the end of its body, with a type and a relation that no browser knows:
 * the page's inline script starts them once the page is painted. A page without such a script is left as it is.
 */
export const fetchedOncePainted: Plugin = {
  name: 'fetched-once-painted',
  transformIndexHtml: {
    order: 'post',
    handler: (page, { bundle }) => {
      if (bundle === undefined || !beginsThem.test(page)) return page;
      const tags = [
        ...Array.from(page.matchAll(stylesheets), ([, href]) => `<link rel="painted" href="${href}">`),
        ...Array.from(page.matchAll(scripts), ([, src]) => `<script type="painted" src="${src}"></script>`),
      ];
      return page
        .replace(stylesheets, '')
        .replace(scripts, '')
        .replace('\n  </body>', () => `${tags.map((tag) => `\n    ${tag}`).join('')}\n  </body>`);
    },
  },
};

/**
 * Tells a page's first script which files a module loads later, so that it can have them fetched early, in case
 * the host has ended by then. `module` is the end of the module's path.
 */
export function fetchedWithPage(module: string): Plugin {
  return {
    name: 'fetched-with-page',
    transformIndexHtml: {
      order: 'post',
      handler: (page, { bundle }) => {
        const files = bundle === undefined ? [] : filesOf(bundle, module);
        const links = files
          .filter((file) => !page.includes(file))
          .map((file) => `\n    <link rel="soon" crossorigin href="./${file}">`);
        return page.replace('\n  </head>', () => `${links.join('')}\n  </head>`);
      },
    },
  };
}

/** Tells a page's first script about a font, which it fetches; `name` is the font's file without its hash. */
export function fontFetchedEarly(name: string): Plugin {
  return {
    name: 'font-fetched-early',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle, path }) =>
        Object.keys(bundle ?? {})
          .filter((file) => file.startsWith(`assets/${name}-`))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'early',
              as: 'font',
              type: 'font/woff2',
              crossorigin: true,
              href: `${toRoot(path)}${file}`,
            },
            injectTo: 'head-prepend' as const,
          })),
    },
  };
}

/** The relative path from a page to the root of its build. */
const toRoot = (path: string) => `./${'../'.repeat(path.split('/').length - 2)}`;

/** The script that begins with a module, and those it imports. */
export function filesOf(bundle: Bundle, module: string): readonly string[] {
  const found = new Set<string>();
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.facadeModuleId?.endsWith(module)) found.add(file.fileName);
  for (const name of found) {
    const file = bundle[name];
    if (file?.type === 'chunk') for (const imported of file.imports) found.add(imported);
  }
  return [...found];
}
