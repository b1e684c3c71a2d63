import { visibleText } from '../../../shared/hidden-characters.ts';

/** The result of a sign in; `unknown` where nothing waits for it, or no longer. */
export type CallbackEnd =
  | { type: 'signed-in'; server: string }
  | { type: 'denied'; server: string }
  | { type: 'failed'; server: string }
  | { type: 'done-before'; server: string }
  | { type: 'unknown' };

/** Returns the page that a browser shows when it comes back from a sign in. */
export function callbackPage(end: CallbackEnd): string {
  const { title, text } = wordsOf(end);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)} · Parley</title>
<style>
:root { color-scheme: light dark; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; box-sizing: border-box; font: 15px/1.5 system-ui, sans-serif; text-align: center; }
h1 { margin: 0 0 6px; font-size: 20px; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 0; opacity: 0.75; overflow-wrap: anywhere; }
</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
<p>${escaped(text)}</p>
</main>
</body>
</html>
`;
}

function wordsOf(end: CallbackEnd): { title: string; text: string } {
  const back = 'You can close this page and go back to Parley.';
  switch (end.type) {
    case 'signed-in':
      return { title: `You are signed in to ${end.server}`, text: back };
    case 'denied':
      return { title: `You did not sign in to ${end.server}`, text: `Parley got no access. ${back}` };
    case 'failed':
      return { title: `Signing in to ${end.server} failed`, text: 'Parley says why.' };
    case 'done-before':
      return { title: `Signing in to ${end.server} is over`, text: back };
    case 'unknown':
      return {
        title: 'Parley does not wait for this',
        text: 'It waited too long, or the sign in was ended. Begin it again in Parley.',
      };
  }
}

function escaped(text: string): string {
  return visibleText(text, 'line').replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
