import { ApiError } from '@kushi/contract/client'
import { newKey } from './new-key.ts'

/** Keys of presses on カートに入れる whose answer never came. A reload shows the server's cart, so they need not live longer than the page. */
const unanswered = new Map<string, string>()

/** Forgets them: the server's cart is here and shows which counted. */
export const forgetPresses = () => unanswered.clear()

/** Sends a press with its key. The same one (`of`) made again after a lost answer is sent with the same key, and counts once. */
export async function withPressKey<T>(of: string, send: (idempotency_key: string) => Promise<T>): Promise<T> {
  const key = unanswered.get(of) ?? newKey()
  unanswered.set(of, key)
  try {
    const answer = await send(key)
    unanswered.delete(of)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status < 500) unanswered.delete(of)
    throw error
  }
}
