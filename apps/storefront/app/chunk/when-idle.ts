/** Once the page was shown and the browser has nothing better to do. */
export function whenIdle(work: () => void): void {
  const soon = () =>
    window.requestIdleCallback ? window.requestIdleCallback(work, { timeout: 3000 }) : setTimeout(work)
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
}
