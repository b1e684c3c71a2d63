import type { Plugin, Rolldown } from 'vite';

type Bundle = Readonly<Record<string, Rolldown.OutputChunk | Rolldown.OutputAsset>>;

const stylesheets = /\s*<link rel="stylesheet"[^>]*>/g;

/**
 * Puts a page's stylesheets at the end of its body. What stands before them is painted without waiting
 * for them, in what the page has inline; scripts of modules, which come after all of it, still wait.
 */
export const stylesheetsLast: Plugin = {
  name: 'stylesheets-last',
  transformIndexHtml: {
    order: 'post',
    handler: (page) => {
      const found = (page.match(stylesheets) ?? []).join('');
      return page.replace(stylesheets, '').replace('\n  </body>', () => `${found}\n  </body>`);
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
function filesOf(bundle: Bundle, module: string): readonly string[] {
  const found = new Set<string>();
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.facadeModuleId?.endsWith(module)) found.add(file.fileName);
  for (const name of found) {
    const file = bundle[name];
    if (file?.type === 'chunk') for (const imported of file.imports) found.add(imported);
  }
  return [...found];
}
