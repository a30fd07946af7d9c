import type { Context } from '@kushi/shop/context'
import { seeAsOf, type Then } from '@kushi/shop/schedule/see-as-of'
import { atMost } from './at-most.ts'

/** One at a time per process: each applies all planned changes anew, on a connection of its own. */
const inTurn = atMost({ running: 1, waiting: 20, patience: 5_000 })

/** Reads the shop as of a given time, in its turn. @throws Busy */
export const lookAsOf = <T>(ctx: Pick<Context, 'db' | 'shop_id'>, at: Date, look: (then: Then) => Promise<T>) =>
  inTurn(() => seeAsOf(ctx, at, look))
