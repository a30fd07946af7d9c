import { ApiError } from '@kushi/contract/client'
import { newKey } from './new-key.ts'

/** A press on カートに入れる whose answer never came. A reload shows the server's cart, so it need not live longer than the page. */
let unanswered: { of: string; key: string } | null = null

/** Forgets it: the server's cart is here and shows whether it counted. */
export const forgetPress = () => {
  unanswered = null
}

/** Sends a press with its key. The same one (`of`) made again after a lost answer is sent with the same key, and counts once. */
export async function withPressKey<T>(of: string, send: (idempotency_key: string) => Promise<T>): Promise<T> {
  const key = unanswered?.of === of ? unanswered.key : newKey()
  unanswered = { of, key }
  try {
    const answer = await send(key)
    forgetPress()
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status > 0 && error.status < 500) forgetPress()
    throw error
  }
}
