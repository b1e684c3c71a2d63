/** An answer with code and a table that are wider than a window. */
export const longText = `The parser is one loop:

\`\`\`js
export function parse(text, { onToken = () => {}, strict = false, maximumDepth = 64, source = 'standard input' } = {}) {
  const tokens = tokenize(text).filter((token) => token.type !== 'space' && token.type !== 'comment');
  return tokens.reduce((tree, token) => onToken(token) ?? grow(tree, token, strict), root(source));
}
\`\`\`

| option | what it does | default | since | what happens without it |
| --- | --- | --- | ---: | --- |
| \`onToken\` | is called with every token before it is used | nothing | 1.0 | the tree grows by itself |
| \`strict\` | ends at the first token that does not fit | \`false\` | 1.2 | it is skipped and noted |
| \`maximumDepth\` | how deep brackets may nest | 64 | 2.0 | a very deep text ends the process |

1. Read a token.
2. Grow the tree.
   - [x] brackets
   - [ ] quotes

> What is not in the tree was not in the text.`;

/** An answer with words that nothing can break well, in two directions. */
export const longWords = `Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft and
https://example.org/${'a-very-long-path/'.repeat(12)} and \`${'unbroken_identifier_'.repeat(8)}\`.

المحلل يقرأ سطرا واحدا في كل مرة، ثم يستدعي \`parse()\` ويعيد الشجرة.

שלום לכולם, זהו טקסט מימין לשמאל.`;
