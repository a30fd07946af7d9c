import { verifyPassword } from '@kushi/db/password'
import { customer } from '@kushi/db/schema/customer'
import { and, eq, or } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { takeLimit } from '../limit/take.ts'
import { ShopError } from '../shop-error.ts'
import { emailRegistered } from './email-registered.ts'

/**
 * The member who registered with this very request before; null when nobody did.
 *
 * @throws ShopError ERROR_EMAIL_REGISTERED for anybody else's e-mail, and for one's own in a new request
 */
export async function registeredBefore(
  ctx: Context,
  { email, password, idempotency_key }: { email: string; password: string; idempotency_key: string },
): Promise<number | null> {
  const found = await ctx.db
    .select()
    .from(customer)
    .where(
      and(
        eq(customer.shop_id, ctx.shop_id),
        or(eq(customer.email, email), eq(customer.idempotency_key, idempotency_key)),
      ),
    )
  const same = found.find((row) => row.idempotency_key === idempotency_key)
  if (same?.email === email && same.password_hash) {
    // A login in all but name: as many tries as there.
    await takeLimit(ctx, 'login', { account: email })
    if (await verifyPassword(password, same.password_hash)) return same.id
  }
  if (found.some((row) => row.email === email)) throw emailRegistered()
  if (same) throw new ShopError(409, 'ERROR_IDEMPOTENCY_KEY_REUSED', '画面を読み込み直して、もう一度ご登録ください。')
  return null
}
