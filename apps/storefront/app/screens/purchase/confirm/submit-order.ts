import { ApiError } from '@kushi/contract/client'
import type { CardChoice, OrderDraft } from '@kushi/contract/order'
import type { Konbini } from '@kushi/values/konbini'
import { PAYMENT_METHOD } from '@kushi/values/payment-method'
import { quietApi } from '../../../api.ts'
import { adCodes, adVisit } from '../../../state/ad-codes.ts'
import { readAmazon } from '../../../state/amazon-payment.ts'
import { type OrderKey, writeOrderKey } from '../../../state/order-key.ts'
import type { PurchaseKind } from '../../../state/purchase-kind.ts'
import { browserStorage } from '../../../state/storage.ts'
import type { Assessment } from './load-confirm.ts'
import { type Outcome, outcomeOf, refusalOf } from './outcome.ts'

interface Submission {
  kind: PurchaseKind
  key: OrderKey
  order: OrderDraft
  card: CardChoice | null
  konbini_store: Konbini | undefined
  sheet_token: string | undefined
  third_party_consent: boolean
  second_way_consent: boolean
  /** 広告の成果を測ること: the words that were agreed to; null: not agreed. */
  ad_consent_text: string | null
  assessed: Assessment
  shown_at: string
  text: string
}

const amazonChoice = (kind: PurchaseKind, { payment_method_id }: OrderDraft) => {
  const chosen = payment_method_id === PAYMENT_METHOD.amazon_pay ? readAmazon(browserStorage(), kind) : null
  return chosen && { checkout_session_id: chosen.checkout_session_id }
}

/**
 * Sends the order. Stores beforehand that it was sent, and the result after a definite response. After a reload, a
 * closed tab or a network failure in between, the browser continues with the same order.
 */
export async function submitOrder({
  kind,
  key,
  order,
  card,
  konbini_store,
  sheet_token,
  third_party_consent,
  second_way_consent,
  ad_consent_text,
  assessed,
  shown_at,
  text,
}: Submission): Promise<Outcome> {
  const storage = browserStorage()
  const is_measured = ad_consent_text !== null
  const remember = (changed: Partial<OrderKey>) => writeOrderKey(storage, kind, { ...key, is_measured, ...changed })
  const { first_delivery_date, next_delivery_date, next_next_delivery_date, terms_version, summary } = assessed
  remember({ is_open: true })
  try {
    const placed = await quietApi('POST /v1/order/public/new', {
      body: {
        ...order,
        ...adCodes(storage, Date.now()),
        ad_visit: adVisit(storage, Date.now()),
        idempotency_key: key.key,
        card,
        amazon: amazonChoice(kind, order),
        ...(konbini_store && { konbini_store }),
        ...(sheet_token && { sheet_token }),
        third_party_consent,
        ...(order.second_way && { second_way_consent }),
        ...(ad_consent_text !== null && { ad_consent_text }),
        shown: {
          payment_total: summary.payment_total,
          following_payment_total: summary.following?.payment_total ?? null,
          later_payment_totals: summary.later.map(({ payment_total }) => payment_total),
          gift_promotion_ids: [...summary.gifts, ...summary.later_gifts].map(
            ({ gift_promotion_id }) => gift_promotion_id,
          ),
          ...(assessed.second_way && { second_payment_fee: assessed.second_way.payment_fee }),
          first_delivery_date,
          next_delivery_date,
          next_next_delivery_date,
          terms_version,
          shown_at,
          text,
        },
      },
    })
    const outcome = outcomeOf(placed)
    if (outcome.kind === 'declined') writeOrderKey(storage, kind, null)
    else remember({ is_open: false, order_no: placed.order_no })
    return outcome
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const refusal = refusalOf(error)
    if (refusal.kind === 'key_reused') writeOrderKey(storage, kind, null)
    else if (refusal.kind !== 'unanswered') remember({ is_open: false })
    return refusal
  }
}
