import { ApiError } from '@kushi/contract/client'
import { newKey } from './new-key.ts'

/**
 * Keys of clicks on カートに入れる whose response was lost. A reload shows the server's cart, so they are not kept longer
 * than the page.
 */
const keysByRequest = new Map<string, string>()

/**
 * Call it before the request for the server's cart, and what it returns with the response. That deletes the keys of clicks
 * that were lost before the request: the cart in the response shows which of them counted. A later click is not in it.
 */
export function pressesUntilNow(): () => void {
  const before = [...keysByRequest]
  return () => {
    for (const [of, key] of before) if (keysByRequest.get(of) === key) keysByRequest.delete(of)
  }
}

/**
 * Sends a click with its key. The same click (`of`) repeated after a lost response uses the same key, and counts once.
 */
export async function withPressKey<T>(of: string, send: (idempotency_key: string) => Promise<T>): Promise<T> {
  const key = keysByRequest.get(of) ?? newKey()
  keysByRequest.set(of, key)
  try {
    const answer = await send(key)
    keysByRequest.delete(of)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status < 500) keysByRequest.delete(of)
    throw error
  }
}
