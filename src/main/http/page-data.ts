import { appItemId } from '../../shared/host/served-page.ts';

/** What the page is served with, so that it need not ask for it before it can show anything. */
export type PageData = {
  /** `data-` attributes of the page's root element by their names in scripts: Parley's own words. */
  look: Readonly<Record<string, string>>;
  /** The first item of the app's feed: the list, the settings, and from where on the page follows. */
  appItem: object;
};

/** The built page with its data: attributes, and a block that no browser runs. */
export function withData(page: string, { look, appItem }: PageData): string {
  const attributes = Object.entries(look).map(
    ([name, value]) => ` data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${value}"`,
  );
  const block = `<script type="application/json" id="${appItemId}">${asText(appItem)}</script>`;
  return page
    .replace('<html', () => `<html${attributes.join('')}`)
    .replace('</body>', () => `${block}</body>`);
}

/** JSON in which no text of anybody can end the block or open a comment. */
function asText(value: object): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
