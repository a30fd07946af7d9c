import { createHash } from 'node:crypto'
import { type MemberForm, memberShape } from '@kushi/contract/form/member'
import { verifyPassword } from '@kushi/db/password'
import { customer } from '@kushi/db/schema/customer'
import { and, eq, or } from 'drizzle-orm'
import type { Context } from '../../../context.ts'
import { ShopError } from '../../../shop-error.ts'
import { countLoginAttempt } from '../../session/index.ts'
import { emailRegisteredError } from './email-mails.ts'

/**
 * A digest of what identifies a 会員登録 request under its idempotency key: the member's data. The password is compared by
 * its own hash. Advert codes and LINE's token may differ when a client repeats the request after a lost response.
 */
export function registrationDigest(member: MemberForm): string {
  const meant = Object.keys(memberShape)
    .filter((name) => name !== 'password')
    .sort()
    .map((name) => [name, member[name as keyof MemberForm]])
  return createHash('sha256').update(JSON.stringify(meant)).digest('base64url')
}

/**
 * Returns the member whom an earlier request with the same idempotency key registered. null: there is none.
 * @throws ShopError ERROR_EMAIL_REGISTERED for the e-mail of another member, or one's own in a new request;
 * ERROR_IDEMPOTENCY_KEY_REUSED when the key belongs to a different request
 */
export async function findRepeatedRegistration(
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
    // This equals a login, so it has the same limit of attempts.
    const { giveBack } = await countLoginAttempt(ctx, email, same.id)
    if (await verifyPassword(password, same.password_hash)) {
      await giveBack()
      if (same.request_digest !== registrationDigest(member)) throw keyReused()
      return same.id
    }
  }
  if (found.some((row) => row.email === email)) throw emailRegisteredError()
  if (same) throw keyReused()
  return null
}

const keyReused = () =>
  new ShopError(409, 'ERROR_IDEMPOTENCY_KEY_REUSED', '画面を読み込み直して、もう一度ご登録ください。')
