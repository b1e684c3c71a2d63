/** Keeps a core busy until the process with the given id is gone. */
const starter = Number(process.argv[2]);
while (process.ppid === starter) for (let count = 0; count < 10_000_000; count += 1);
