import { customer } from '@kushi/db/schema/customer'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { loadPointBalance } from '../../catalogue/point/index.ts'
import type { Handler, MemberContext } from '../../context.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { checkCurrentPassword } from '../../people/session/index.ts'
import { ShopError } from '../../shop-error.ts'
import { deleteFormerMemberCards } from './forget-cards.ts'
import { beginWithdrawal, cancelWithdrawal } from './internal/begin-withdrawal.ts'
import { loadWithdrawalFacts } from './internal/load-withdrawal-facts.ts'

/** 退会の前に: returns where the withdrawal is accepted, the open orders that come first, and the contracts that end. */
export const previewOwnWithdrawal: Handler<'GET /v1/customer/withdrawal'> = async (ctx) => {
  const { withdrawal_by } = await loadShop(ctx)
  const { subscriptions, problem } = await loadWithdrawalFacts(ctx, ctx)
  const [member] = await ctx.db
    .select({ leaving_at: customer.leaving_at })
    .from(customer)
    .where(sameRowCondition(customer, { shop_id: ctx.shop_id, id: ctx.customer_id }))
  const leaving_at = member?.leaving_at?.toISOString() ?? null
  const { balance: point_balance } = await loadPointBalance(ctx)
  return { withdrawal_by, problem, subscription_count: subscriptions.length, point_balance, leaving_at }
}

/**
 * 退会 by the member, if the shop allows it in the member pages: at once, or after open orders have ended.
 * @throws ShopError 409 if withdrawal is by phone only
 */
export const withdrawOwnMembership: Handler<'POST /v1/customer/withdraw'> = async (ctx, { password }) => {
  await refuseByPhone(ctx)
  await checkCurrentPassword(ctx, password, 'password')
  const leaving_at = await ctx.db.transaction((tx) => beginWithdrawal(tx, ctx, ctx))
  if (leaving_at) return { leaving_at: leaving_at.toISOString() }
  ctx.keepSession?.(null)
  ctx.afterwards(async () => void (await deleteFormerMemberCards(ctx)))
  return { leaving_at: null }
}

/** Takes 退会 back, until it takes effect. */
export const cancelOwnWithdrawal: Handler<'POST /v1/customer/withdraw/undo'> = async (ctx, input) => {
  await ctx.db.transaction((tx) => cancelWithdrawal(tx, ctx, ctx))
  return previewOwnWithdrawal(ctx, input)
}

async function refuseByPhone(ctx: MemberContext): Promise<void> {
  const { withdrawal_by, phone_number } = await loadShop(ctx)
  if (withdrawal_by === 'mypage') return
  throw new ShopError(
    409,
    'ERROR_WITHDRAWAL_BY_PHONE',
    `退会のお手続きは、お電話(${phone_number})で承ります。お手数をおかけしますが、ご連絡をお願いいたします。`,
  )
}
