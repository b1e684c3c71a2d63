/** Keeps a core busy until the process whose id it is given has gone, however that ends. */
const starter = Number(process.argv[2]);
while (process.ppid === starter) for (let count = 0; count < 10_000_000; count += 1);
