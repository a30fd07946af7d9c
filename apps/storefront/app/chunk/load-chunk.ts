import { SCREEN_CODE_TIMEOUT_MS } from '@kushi/values/limits'

/** Event on `window` when code could not be loaded. */
export const CHUNK_FAILED = 'kushi:chunk-failed'

/**
 * Loads code of the shop. A failure or timeout dispatches the event, and the promise never settles. So the visitor
 * stays on the current screen with all input, instead of losing it to an error screen.
 */
export async function loadChunk<T>(load: () => Promise<T>, timeout = SCREEN_CODE_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timedOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('code took too long to load')), timeout)
  })
  try {
    return await Promise.race([load(), timedOut])
  } catch (error) {
    console.error(error)
    window.dispatchEvent(new Event(CHUNK_FAILED))
    return new Promise(() => {})
  } finally {
    clearTimeout(timer)
  }
}
