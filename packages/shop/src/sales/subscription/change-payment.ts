import { FAILURE_META_CODE } from '@kushi/values/app-code'
import { SUBSCRIPTION_STATUS } from '@kushi/values/subscription-status'
import { userMessage } from '@kushi/values/user-message'
import { systemActor } from '../../actor.ts'
import type { Handler, Input, MemberContext, MemberQueryContext } from '../../context.ts'
import { consumeLimit } from '../../foundation/limit/index.ts'
import { refuseWatchedPayment } from '../../people/person/index.ts'
import { ShopError } from '../../shop-error.ts'
import { requireChargeableWay } from '../payment/index.ts'
import { loadSubscriptionDetail } from './get-subscription.ts'
import { changeSubscription } from './internal/change-subscription.ts'
import { createRenewalOrder } from './internal/create-renewal-order.ts'
import { loadOwnSubscription, type SubscriptionRow } from './internal/load-subscription.ts'
import { requireMethodChangeConsent } from './internal/method-change-consent.ts'
import { retryDay } from './rules/delivery-dates.ts'
import { arrangementTermsOfSubscription } from './rules/terms.ts'

type Wish = Input<'PATCH /v1/order/subscription/update/{id}/payment'>

/** お支払い方法の変更. After a refused payment, charges the new method at once and returns the result. */
export const changePayment: Handler<'PATCH /v1/order/subscription/update/{id}/payment'> = async (ctx, input) => {
  const { id } = input
  const { isRepair } = await changePaymentMethod(ctx, await requireChargeableCard(ctx, input))
  if (isRepair) await chargeNewPaymentMethod(ctx, id)
  return loadSubscriptionDetail(ctx, id)
}

/**
 * Returns the wish with a card that the member has and that can be charged, or whose account is still linked. Asks the
 * provider: before any transaction.
 * @throws ShopError 404, 422, 429
 */
export async function requireChargeableCard(ctx: MemberContext, wish: Wish): Promise<Wish> {
  const { row } = await loadOwnSubscription(ctx, wish.id)
  if (isRefused(row)) await consumeLimit(ctx, 'card', { account: String(ctx.customer_id), address: ctx.ip })
  return { ...wish, card_seq: await requireChargeableWay(ctx, wish) }
}

export const chargeNewPaymentMethod = (ctx: MemberContext, id: number) =>
  createRenewalOrder({ ...ctx, actor: systemActor('subscription') }, id)

const isRefused = ({ summary_status }: Pick<SubscriptionRow, 'summary_status'>) =>
  summary_status === SUBSCRIPTION_STATUS.settlement_error

interface MovedPayment {
  /** A refused payment is to be charged again now. */
  isRepair: boolean
  /** The subscription's version after it. */
  version: number
}

/** Changes the payment method only, with a card that can be charged. */
export async function changePaymentMethod(ctx: MemberQueryContext, wish: Wish): Promise<MovedPayment> {
  const { id, version, payment_method_id, card_seq, third_party_consent } = wish
  let isRepair = false
  try {
    const { row: moved } = await changeSubscription(ctx, {
      id,
      version,
      noWait: true,
      event: 'payment_changed',
      async apply(inside, loaded) {
        const { row } = loaded
        if (payment_method_id !== row.payment_method_id) await refuseWatchedPayment(inside, wish)
        isRepair = isRefused(row)
        // Choosing the same card again means: charge it now.
        const again =
          isRepair && retryDay(row, ['payment_method_id'], ctx.clock.today(), arrangementTermsOfSubscription(loaded))
        const set = { payment_method_id, card_seq }
        return {
          set,
          ...(again && { retry_on: again }),
          detail: await requireMethodChangeConsent(inside, row, set, third_party_consent),
        }
      },
    })
    return { isRepair, version: moved.version }
  } catch (error) {
    throw isBusy(error) ? busy() : error
  }
}

/** Another change holds the lock, or the payment is being charged right now. */
const isBusy = (error: unknown): boolean =>
  (error as { cause?: { code?: string } }).cause?.code === '55P03' ||
  (error instanceof ShopError && error.error === 'ERROR_SUBSCRIPTION_CHANGE_IN_PROGRESS')

const busy = () =>
  new ShopError(409, 'ERROR_PAYMENT_UPDATE_IMPOSSIBLE', userMessage('subscription_change_in_progress'), {
    code: FAILURE_META_CODE.payment_update_impossible,
  })
