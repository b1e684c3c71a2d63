import type { Plugin, Rolldown } from 'vite';

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

const scripts = /\s*<script type="module"[^>]* src="([^"]+)"><\/script>/g;

/** The mark by which a page's own script finds them. */
const beginsThem = /link\[rel=painted\]/;

const stylesheets = /\s*<link rel="stylesheet"[^>]* href="([^"]+)">/g;

/**
 * Puts a page's scripts and stylesheets at the end of its body, under a type and a relation that no browser
 * knows: the page begins them itself once it is painted with what it has inline. A page without a script that
 * does so keeps them.
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
 * Lets a page name the scripts that a module is loaded with later, for its first script to have them
 * fetched: they are there then, though the host may have ended. `module` is the end of that module's path.
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

/** Names a font for the page's first script, which fetches it; `name` is the font's file without its hash. */
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

/** Returns the way from a page to the root of its build. */
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
