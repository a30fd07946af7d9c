import type { Context } from '@kushi/shop/context'
import { seeAsOf, type Then } from '@kushi/shop/schedule/see-as-of'
import { atMost } from './at-most.ts'

/** One at a time in a process: each makes all that is planned anew, on a connection of its own. */
const inTurn = atMost({ running: 1, waiting: 20, patience: 5_000 })

/** A look at the shop as of a moment, in its turn. @throws Busy */
export const lookAsOf = <T>(ctx: Pick<Context, 'db' | 'shop_id'>, at: Date, look: (then: Then) => Promise<T>) =>
  inTurn(() => seeAsOf(ctx, at, look))
