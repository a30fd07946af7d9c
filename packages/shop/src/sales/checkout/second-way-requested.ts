import type { OrderDraft } from '@kushi/contract/order'
import type { FallbackPaymentMethod } from '@kushi/values/second-way'
import type { Yen } from '@kushi/values/yen'
import type { PriceQuote } from '../../catalogue/price/index.ts'
import type { QueryContext } from '../../context.ts'
import { hook } from '../../hook.ts'

/** お支払いできないときに使う方法 that the contract of an order is to have, as the confirmation shows it. */
export interface AssessedSecondWay extends FallbackPaymentMethod {
  payment_name: string
  /** 手数料 of the second delivery by it. */
  payment_fee: Yen
  /** null: no data is handed over. */
  consent_text: string | null
}

/**
 * An order names お支払いできないときに使う方法 for the 定期便 that it begins. `quoted`: the order by that way; `yearly_total`: 年払い. Runs
 * before any transaction, and throws a ShopError at `second_way` where the contract can't have it.
 */
export const secondWayRequested = hook<
  (
    ctx: QueryContext,
    asked: {
      draft: OrderDraft
      second_way: NonNullable<OrderDraft['second_way']>
      quoted: PriceQuote
      yearly_total: number | null
    },
  ) => Promise<AssessedSecondWay>
>('an order names a second way to pay')
