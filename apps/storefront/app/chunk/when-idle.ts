/** Runs `work` after the page is loaded and the browser is idle. */
export function whenIdle(work: () => void): void {
  const runWhenIdle = () =>
    window.requestIdleCallback ? window.requestIdleCallback(work, { timeout: 3000 }) : setTimeout(work)
  if (document.readyState === 'complete') runWhenIdle()
  else window.addEventListener('load', runWhenIdle, { once: true })
}
