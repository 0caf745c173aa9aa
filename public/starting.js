// Says that the page's scripts did not arrive or do not run, and offers a retry: what index.html cannot do alone. It uses nothing of the app.
addEventListener(
  'error',
  (event) => {
    // A script that a phone cannot read is an error of the window; a picture that does not load is neither.
    if (event.target !== window && event.target.nodeName !== 'SCRIPT') return;
    const starting = document.querySelector('#root > .starting[aria-busy]');
    if (starting) starting.dataset.failed = '';
  },
  true,
);
addEventListener('DOMContentLoaded', () => {
  const button = document.querySelector('.starting-failed button');
  if (!button) return;
  button.hidden = false;
  button.addEventListener('click', () => location.reload());
});
