import type { Context } from '@kushi/shop/context'
import type { PaymentPort } from '@kushi/shop/ports/payment-port'
import { ShopError } from '@kushi/shop/shop-error'

/** The process was killed. */
export class Killed extends Error {}

/**
 * `ctx` as a process that may be killed: before or after each call of a payment provider, and before or after each commit.
 * From then on it reaches neither the database nor a provider, so that no clean-up runs that a dead process would not run.
 */
function mortal<C extends Context>(ctx: C, dies: () => boolean): C {
  let isDead = false
  const step = () => {
    if (isDead || dies()) {
      isDead = true
      throw new Killed()
    }
  }
  const alive = () => {
    if (isDead) throw new Killed()
  }
  const db = new Proxy(ctx.db, {
    get(target, name, receiver) {
      alive()
      if (name !== 'transaction') return Reflect.get(target, name, receiver)
      return async (work: (tx: never) => Promise<unknown>, ...more: []) => {
        const result = await target.transaction(
          async (tx) => {
            const done = await work(tx as never)
            step()
            return done
          },
          ...more,
        )
        step()
        return result
      }
    },
  })
  const port = (own: PaymentPort) =>
    new Proxy(own, {
      get(target, name, receiver) {
        const method = Reflect.get(target, name, receiver)
        if (typeof method !== 'function') return method
        return async (...given: unknown[]) => {
          step()
          const result = await method.apply(target, given)
          step()
          return result
        }
      },
    })
  const payment = new Map([...ctx.ports.payment].map(([id, own]) => [id, port(own)] as const))
  return { ...ctx, db, ports: { ...ctx.ports, payment } }
}

/**
 * Does `work` in a process that may be killed at each step, again and again by the next one until it is done. What an
 * operator is told when the first try was complete already (nothing is open any more) ends it too. `later`: minutes pass.
 */
export async function surely<C extends Context, T>(
  ctx: C,
  { dies, later }: { dies: () => boolean; later: () => Promise<unknown> },
  work: (ctx: C) => Promise<T>,
): Promise<{ result?: T; deaths: number }> {
  for (let deaths = 0; ; deaths++)
    try {
      return { result: await work(deaths < 5 ? mortal(ctx, dies) : ctx), deaths }
    } catch (error) {
      const isDoneAlready = deaths > 0 && error instanceof ShopError && error.status < 500
      if (isDoneAlready) return { deaths }
      if (!(error instanceof Killed)) throw error
      await later()
    }
}
