import { subscription } from '@kushi/db/schema/subscription'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { ShopError } from '../shop-error.ts'
import { arrangeOne } from './arrange-one.ts'
import type { Arranged } from './write-delivery.ts'

/** One more attempt by the operator's hand, whatever the plan says; the plan begins anew with it. */
export async function retryOne(ctx: Context, id: number): Promise<Arranged> {
  const set = { attempts: 0, failed_on: null, retry_on: ctx.clock.today() }
  const failed = and(eq(subscription.id, id), isNotNull(subscription.failure))
  const { rowCount } = await ctx.db.update(subscription).set(set).where(failed)
  if (!rowCount) throw new ShopError(409, 'ERROR_NOT_FAILED', `契約番号 ${id} には、失敗したお届けがありません。`)
  return arrangeOne(ctx, id)
}
