import { PaymentUnavailable } from '@kushi/shop/ports/payment-port'

/** Longer than a payment's lease (10 seconds), which its holder renews while it waits for the response. */
const TIMEOUT_MS = 30_000

/**
 * One call of a payment provider that answers JSON. `name`: the call, for messages.
 * @throws PaymentUnavailable without a whole answer in time
 */
export async function askProvider<T>(
  name: string,
  url: string | URL,
  request: Omit<RequestInit, 'signal'>,
  timeout_ms: number = TIMEOUT_MS,
): Promise<{ status: number; answer: T }> {
  try {
    const res = await fetch(url, { ...request, signal: AbortSignal.timeout(timeout_ms) })
    return { status: res.status, answer: (await res.json()) as T }
  } catch (cause) {
    throw new PaymentUnavailable(`${name}: no answer`, cause)
  }
}
