// What comes right behind the first frame is fetched while that is made: the page names it, see scripts/build-page.ts.
for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel=soon]')) link.rel = 'modulepreload';
