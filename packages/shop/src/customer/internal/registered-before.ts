import { createHash } from 'node:crypto'
import { type MemberForm, memberShape } from '@kushi/contract/form/member'
import { verifyPassword } from '@kushi/db/password'
import { customer } from '@kushi/db/schema/customer'
import { and, eq, or } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { takeLogin } from '../../session/index.ts'
import { ShopError } from '../../shop-error.ts'
import { emailRegistered } from './email-registered.ts'

/**
 * What an idempotency key of 会員登録 stands for: who the member is. The password is compared by its own hash; codes of adverts
 * and LINE's token may be others by the time a lost answer is asked for again.
 */
export function registrationDigest(member: MemberForm): string {
  const meant = Object.keys(memberShape)
    .filter((name) => name !== 'password')
    .sort()
    .map((name) => [name, member[name as keyof MemberForm]])
  return createHash('sha256').update(JSON.stringify(meant)).digest('base64url')
}

/**
 * The member who registered with this very request before; null when nobody did.
 *
 * @throws ShopError ERROR_EMAIL_REGISTERED for anybody else's e-mail, and for one's own in a new request;
 * ERROR_IDEMPOTENCY_KEY_REUSED for the key of a request that said something else
 */
export async function registeredBefore(
  ctx: Context,
  member: MemberForm & { idempotency_key: string },
): Promise<number | null> {
  const { email, password, idempotency_key } = member
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
    const giveBack = await takeLogin(ctx, email, same.id)
    if (await verifyPassword(password, same.password_hash)) {
      await giveBack()
      if (same.request_digest !== registrationDigest(member)) throw keyReused()
      return same.id
    }
  }
  if (found.some((row) => row.email === email)) throw emailRegistered()
  if (same) throw keyReused()
  return null
}

const keyReused = () =>
  new ShopError(409, 'ERROR_IDEMPOTENCY_KEY_REUSED', '画面を読み込み直して、もう一度ご登録ください。')
