import { CHUNK_TIMEOUT_MS } from '@kushi/values/limits'

/** Told on `window` when code that was asked for could not be loaded. */
export const CHUNK_FAILED = 'kushi:chunk-failed'

/**
 * Loads code of the shop. What fails, or takes too long, is told and never answered: what waits for it stays where
 * they are, with everything that was typed, instead of losing the screen to an error.
 */
export async function loadChunk<T>(load: () => Promise<T>, timeout = CHUNK_TIMEOUT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('code took too long to load')), timeout)
  })
  try {
    return await Promise.race([load(), tooLate])
  } catch (error) {
    console.error(error)
    window.dispatchEvent(new Event(CHUNK_FAILED))
    return new Promise(() => {})
  } finally {
    clearTimeout(timer)
  }
}
