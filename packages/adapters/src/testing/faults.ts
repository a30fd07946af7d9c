/** Timeout in milliseconds for a simulator: longer than a busy machine needs. */
export const SIMULATOR_TIMEOUT_MS = 10_000

/** Faults of the simulator at `base`, whose client waits as `settings` say. */
export const simulatorFaults = (base: string, settings: { timeout_ms?: number }) => ({
  /** Makes the next `times` calls of an API fail in the way of `kind`. For a silent one the timeout is shortened. */
  fault(api: string, kind: string, times = 1) {
    if (kind.startsWith('timeout')) settings.timeout_ms = 400
    return postJson(`${base}/script`, { api, kind, times })
  },
  clearFaults() {
    settings.timeout_ms = SIMULATOR_TIMEOUT_MS
    return fetch(`${base}/script`, { method: 'DELETE' })
  },
})

export const postJson = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
