// Prints a free TCP port below 32768: higher ones are lent out to outgoing connections, and may be taken again a moment later.
import { createServer } from 'node:net';

const isFree = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });

for (let attempt = 0; attempt < 200; attempt++) {
  const port = 20_000 + Math.floor(Math.random() * 12_000);
  if (await isFree(port)) {
    console.log(port);
    process.exit(0);
  }
}
console.error('No free port found between 20000 and 32000.');
process.exit(1);
