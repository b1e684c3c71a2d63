/** The least that a long text can be pasted into: a field of the size and style of a page without any. */
export const plainField = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8"><title>Plain field</title><link rel="icon" href="data:,">
    <style>textarea { width: 700px; height: 200px }</style>
  </head>
  <body><textarea aria-label="Message"></textarea></body>
</html>`;
