/** Runs `work` after the page is loaded and the browser is idle. */
export function whenIdle(work: () => void): void {
  const soon = () =>
    window.requestIdleCallback ? window.requestIdleCallback(work, { timeout: 3000 }) : setTimeout(work)
  if (document.readyState === 'complete') soon()
  else window.addEventListener('load', soon, { once: true })
}
