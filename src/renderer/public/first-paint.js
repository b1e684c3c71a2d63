// Runs before the first paint, so that the page never flashes in another theme or size. The browser
// host has written the appearance into the page; elsewhere it is the one of last time.
{
  const { dataset } = document.documentElement;
  if (dataset.theme === undefined) {
    try {
      Object.assign(dataset, JSON.parse(localStorage.getItem('parley-appearance') ?? '{}'));
    } catch {
      // Nothing usable is kept: the system's theme it is.
    }
  }
}
