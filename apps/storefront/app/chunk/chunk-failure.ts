let hasFailed = false

export const recordChunkFailure = () => {
  hasFailed = true
}

/**
 * After a failed load of code, a navigation loads the whole page, because the router waits forever for the same
 * promise, and after a deployment the old version's files are gone. Not while the browser is offline, since nothing can
 * be loaded. Not within the current screen, which must keep its input.
 */
export const needsFullLoad = (to: URL) => hasFailed && navigator.onLine && to.pathname !== location.pathname
