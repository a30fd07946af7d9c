let hasFailed = false

export const noteChunkFailure = () => {
  hasFailed = true
}

/**
 * After code could not be loaded, a navigation loads the whole page: the router waits for the same answer forever, and
 * where a new version was put up, the old one's files are gone. Not while the line is down: there is nothing to load.
 * Not on the screen that one is on: what stands there shall stay.
 */
export const mustLoadPage = (to: URL) => hasFailed && navigator.onLine && to.pathname !== location.pathname
