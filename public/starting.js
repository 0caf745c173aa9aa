// Says that the page's scripts did not arrive, and offers a retry: what index.html cannot do alone. It uses nothing of the app.
addEventListener(
  'error',
  (event) => {
    if (event.target.nodeName !== 'SCRIPT') return;
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
