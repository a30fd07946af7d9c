import { SUBSCRIPTION_FAILURE_NAME } from '@kushi/values/subscription-status'
import type { PaymentRefusal } from '../../../ports/payment-port.ts'
import { paymentRefusalText } from '../../payment/rules/refusal-message.ts'
import type { SubscriptionAction } from './subscription-status.ts'

/** Why a delivery could not be arranged, `subscription.failure`. */
export type SubscriptionFailure =
  | PaymentRefusal
  /** To be paid by card, but there is no card. */
  | 'no_card'
  /** The method can't be used, or not any more, for this delivery or amount. */
  | 'payment_method'
  | 'out_of_stock'
  | 'not_sold'
  | 'nothing_to_deliver'
  | 'total'
  /** 年払い: the money for this delivery is not here in whole. */
  | 'unpaid'

const stock: readonly string[] = ['out_of_stock'] satisfies SubscriptionFailure[]
const other: readonly string[] = ['not_sold', 'nothing_to_deliver', 'total', 'unpaid'] satisfies SubscriptionFailure[]

/** The status action of a failure: `fail_stock`, `fail_payment` or `fail_other`. */
export const failureActionOf = (failure: string): Extract<SubscriptionAction, `fail_${string}`> =>
  stock.includes(failure) ? 'fail_stock' : other.includes(failure) ? 'fail_other' : 'fail_payment'

/**
 * Failures that may pass without action here: a limit is restored, goods arrive, the customer corrects the payment at
 * the provider. Any other failure needs a person, and each retry costs money.
 */
const passing: readonly string[] = [
  'limit',
  'not_accepted',
  'abandoned',
  'repair_at_provider',
  'out_of_stock',
] satisfies SubscriptionFailure[]
/**
 * Whether the failure may resolve itself (stock arrives, a limit is restored), so that the delivery is retried
 * automatically.
 */
export const isTransientFailure = (failure: string): boolean => passing.includes(failure)

/** Failures that the shop has to decide about, and the member can't. */
const asking: readonly string[] = ['total', 'unpaid'] satisfies SubscriptionFailure[]
/** Whether only the shop can resolve the failure, not the member. */
export const needsShopAction = (failure: string): boolean => asking.includes(failure)

const messages: Partial<Record<SubscriptionFailure, string>> = {
  no_card: 'お支払いに使うカードが登録されていません。お支払い方法をご変更ください。',
  payment_method:
    'ご指定のお支払い方法は、このお届けではご利用いただけません。お支払い方法または配送方法をご変更ください。',
  out_of_stock: '商品の在庫がないため、お届けを手配できませんでした。入荷しだい手配いたします。',
  not_sold: '販売を終了した商品が含まれているため、お届けを手配できませんでした。商品をご変更ください。',
  nothing_to_deliver: 'お届けする商品がないため、手配できませんでした。商品を追加してください。',
  total: 'お支払い金額を確認しているため、お届けの手配を止めています。',
  unpaid: '年払いの代金のお受け取りを確認しているため、お届けの手配を止めています。',
  abandoned: '決済会社でのお手続きが完了しませんでした。',
}

/** The message for members. */
export const failureMessage = (failure: string, payment_method_id: number | null): string =>
  messages[failure as SubscriptionFailure] ?? paymentRefusalText(failure, payment_method_id)!

const names: Readonly<Record<SubscriptionFailure, string>> = SUBSCRIPTION_FAILURE_NAME

/** A short name for operators. */
export const failureName = (failure: string): string => names[failure as SubscriptionFailure] ?? failure
