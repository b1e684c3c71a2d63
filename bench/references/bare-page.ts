/** The least that one can type into. */
export const barePage = `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><title>Bare</title><link rel="icon" href="data:,"></head>
  <body><textarea aria-label="Message"></textarea></body>
</html>`;
