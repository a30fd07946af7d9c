import type { MemberContext, Verb } from '../../context.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { checkCurrentPassword } from '../../people/session/index.ts'
import { ShopError } from '../../shop-error.ts'
import { forgetCards } from './forget-cards.ts'
import { endMembership } from './internal/end-membership.ts'
import { loadWithdrawalFacts } from './internal/load-withdrawal-facts.ts'

/** 退会の前に: whether the member can withdraw here, and what would end. */
export const getWithdrawal: Verb<'GET /v1/customer/withdrawal'> = async (ctx) => {
  const { withdrawal_by } = await loadShop(ctx)
  const { subscriptions, problem } = await loadWithdrawalFacts(ctx, ctx)
  return { withdrawal_by, problem, subscription_count: subscriptions.length }
}

/**
 * 退会 by the member, if the shop allows it in the member pages.
 * @throws ShopError 409 if withdrawal is by phone only, or while an order or a prepaid or arranged delivery is open
 */
export const withdraw: Verb<'POST /v1/customer/withdraw'> = async (ctx, { password }) => {
  await refuseByPhone(ctx)
  await checkCurrentPassword(ctx, password, 'password')
  await ctx.db.transaction((tx) => endMembership(tx, ctx, ctx))
  ctx.keepSession?.(null)
  ctx.afterwards(async () => void (await forgetCards(ctx)))
  return {}
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
