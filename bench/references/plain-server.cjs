// The least a host can be: a process that loads nothing but `node:http`, and answers.
const { createServer } = require('node:http');

const server = createServer((_request, response) => response.end('Parley'));
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`Ready at http://127.0.0.1:${server.address().port}/\n`);
});
