let hasFailed = false

export const recordChunkFailure = () => {
  hasFailed = true
}

/**
 * Whether the next navigation loads the whole page, because code could not be loaded. The router would wait forever for the
 * same promise, and after a deployment the old version's files are gone. Not while the browser is offline. Not within the
 * current screen, which must keep its input.
 */
export const needsFullLoad = (to: URL) => hasFailed && navigator.onLine && to.pathname !== location.pathname
