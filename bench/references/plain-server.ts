/** The least a host can be, for `node -e`: a process that loads nothing but `node:http`, and answers. */
export const plainServer = `
  const { createServer } = require('node:http');
  const server = createServer((request, response) => response.end('Parley'));
  server.listen(0, '127.0.0.1', () => console.log('Ready at http://127.0.0.1:' + server.address().port));
`;
