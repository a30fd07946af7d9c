import { AsyncLocalStorage } from 'node:async_hooks'

/** The shops to whose outbox the current request, job or command has written. */
const written = new AsyncLocalStorage<Set<number>>()

/**
 * Marks that this transaction queued a message of the shop, so that it is delivered when the work ends. Every writer
 * of the outbox calls it.
 */
export const markOutboxWritten = (shop_id: number): void => void written.getStore()?.add(shop_id)

/**
 * Runs the work of a request, a job or a command. After it and its transactions have ended, calls `deliver` for each
 * shop whose outbox it wrote to. So handlers need not request the delivery of their messages.
 */
export async function deliverOutboxAfter<T>(work: () => Promise<T>, deliver: (shop_id: number) => void): Promise<T> {
  const shops = new Set<number>()
  try {
    return await written.run(shops, work)
  } finally {
    for (const shop_id of shops) deliver(shop_id)
  }
}
