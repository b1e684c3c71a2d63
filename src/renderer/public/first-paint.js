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

// A page whose script cannot be loaded or run would stay blank; then it says so.
{
  const say = () => {
    const notLoaded = document.getElementById('not-loaded');
    if (notLoaded !== null && !document.getElementById('root')?.hasChildNodes()) notLoaded.hidden = false;
  };
  const onError = ({ target }) => {
    if (target !== window && !(target instanceof HTMLScriptElement)) return;
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', say);
    else say();
  };
  window.addEventListener('error', onError, true);
}

// The connection of the browser host is made while the page's script is still on its way; it is taken
// up by connection/socket-link.ts.
if (window.parleyHost === undefined) {
  window.parleySocket = new WebSocket(`${window.location.origin.replace(/^http/, 'ws')}/rpc`);
}
