import { createHash } from 'node:crypto'
import { addressLine } from '@kushi/values/address'
import { paymentMethod } from '@kushi/values/payment-method'
import { type PersonMatch, RISK_CHECK_HOLD_NAME } from '@kushi/values/person'
import type { Input, MemberContext } from '../../../context.ts'
import { loadCachedShop } from '../../../foundation/setting/index.ts'
import { orderRefusedError } from '../../../people/person/index.ts'
import type { RiskAnswer, RiskCheckRequest } from '../../../ports/risk-port.ts'
import type { OrderAssessment } from './assess-order.ts'
import type { OrderBuyer } from './find-buyer.ts'
import { requestDigest } from './request-digest.ts'

type Request = Input<'POST /v1/order/public/new'>

/**
 * 不正注文の審査: asks the shop's outside service, before anything is written; the same press has the same key. Returns why the
 * order is held before shipping, if it is. Without an answer it is taken, and held only if the shop says so.
 * @throws ShopError 409 when the service refuses the order
 */
export async function assessRisk(
  ctx: MemberContext,
  input: Request,
  { items, summary }: OrderAssessment,
  { email }: OrderBuyer,
): Promise<PersonMatch[]> {
  const { risk_check } = await loadCachedShop(ctx)
  if (risk_check === 'off') return []
  const { shipping_address: to } = input
  const answer = await answerOf(ctx, {
    key: keyOf(ctx, input),
    asked_at: ctx.clock.now(),
    amount: summary.payment_total,
    payment: paymentMethod(input.payment_method_id).kind,
    is_subscription: input.is_subscription,
    pieces: items.reduce((sum, { quantity }) => sum + quantity, 0),
    email,
    recipient: {
      name: `${to.name01} ${to.name02}`,
      kana: `${to.kana01} ${to.kana02}`,
      phone_number: to.phone_number,
      postal_code: to.postal_code01 + to.postal_code02,
      address: addressLine(to),
    },
  })
  if (answer?.verdict === 'refuse') throw orderRefusedError()
  const held = { customer_id: ctx.customer_id, kinds: [], benefit: RISK_CHECK_HOLD_NAME, promotion_id: null }
  if (answer === null) return risk_check === 'hold' ? [{ ...held, reasons: ['審査の答えがありませんでした'] }] : []
  return answer.verdict === 'review' ? [{ ...held, reasons: answer.reasons }] : []
}

/** null: the service is not there, is slow, or says what nobody understands. */
async function answerOf({ ports, log }: MemberContext, order: RiskCheckRequest): Promise<RiskAnswer | null> {
  if (ports.risk === null) return null
  try {
    return await ports.risk.assess(order)
  } catch (error) {
    log.warn({ err: error }, 'an order could not be scored')
    return null
  }
}

const keyOf = ({ shop_id, customer_id }: MemberContext, input: Request): string =>
  createHash('sha256')
    .update([shop_id, customer_id, input.idempotency_key, requestDigest(input)].join(' '))
    .digest('base64url')
