import type { Plugin } from 'vite';

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
