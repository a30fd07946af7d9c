import { isCardPayment, isPaidByBankTransfers } from '@kushi/values/payment-method'
import {
  type FeeTax,
  type PayingProvider,
  paymentMethodOfProvider,
  type SettlementMismatch,
} from '@kushi/values/settlement'
import type { Yen } from '@kushi/values/yen'
import type { SettlementFileLine } from './read-line.ts'

/** The amount that a provider owes the shop for one payment (売掛), with the facts that settlement lines need. */
export interface PaymentClaim {
  payment_id: number
  order_id: number
  payment_method_id: number | null
  provider: PayingProvider | null
  /** Captured; 代引 that a carrier has collected but not reported yet counts, because it pays. */
  captured_amount: Yen
  refunded_amount: Yen
  settled_amount: Yen
  settled_refund: Yen
}

/** The fees that the contract with a provider sets. `fee_rate` is percent. */
export interface SettlementTermFacts {
  fee_rate: number | null
  fee_fixed: Yen
  fee_tax: FeeTax
}

/** The verdict on a settlement line: whether it matches, and the amounts that it settles. */
export interface LineVerdict {
  /** null: it fits. */
  reason: SettlementMismatch | null
  /** The money belongs to the claim; otherwise it waits as 仮受金. */
  is_claimed: boolean
  /** The amount (yen) that the line settles of the claim. */
  settled_amount: Yen
  settled_refund: Yen
}

const waits = (reason: SettlementMismatch): LineVerdict => ({
  reason,
  is_claimed: false,
  settled_amount: 0,
  settled_refund: 0,
})

/** Rounding, once by the provider and once here. */
const FEE_TOLERANCE = 1

/** The fee in yen that the contract lets the provider keep of a payment; null: the contract sets none. */
export function agreedFee(amount: Yen, { fee_rate, fee_fixed, fee_tax }: SettlementTermFacts): Yen | null {
  if (fee_rate === null) return null
  const net = Math.floor((amount * Math.round(fee_rate * 1000)) / 100_000) + fee_fixed
  return fee_tax === 'added' ? net + Math.floor(net / 10) : net
}

type MethodFees = SettlementTermFacts & { payment_method_id: number }

/**
 * The fees of the contract for a payment: those of its way to pay, or the provider's. null: none is set for it. `claim` null: the
 * provider's usual way.
 */
export function feesOfPayment(
  claim: Pick<PaymentClaim, 'payment_method_id'> | null,
  provider: PayingProvider,
  { term, method_fees }: { term: SettlementTermFacts | null; method_fees: readonly MethodFees[] },
): SettlementTermFacts | null {
  const usual = paymentMethodOfProvider(provider)
  if (claim === null || claim.payment_method_id === usual) return term
  return method_fees.find(({ payment_method_id }) => payment_method_id === claim.payment_method_id) ?? null
}

/** Where no contract is entered: a card company buys a claim, which is exempt; a service carries tax. */
export const usualFeeTax = (claim: Pick<PaymentClaim, 'payment_method_id'> | null, provider: PayingProvider): FeeTax =>
  isCardPayment(claim ? claim.payment_method_id : paymentMethodOfProvider(provider)) ? 'exempt' : 'included'

/** Judges whether a settlement line matches the shop's record of its payment, and which amounts it settles. */
export function judgeLine(
  line: Pick<SettlementFileLine, 'kind' | 'is_unknown' | 'amount' | 'fee'>,
  claim: PaymentClaim | null,
  provider: PayingProvider,
  fees: SettlementTermFacts | null,
): LineVerdict {
  if (line.kind === 'fee' || line.kind === 'transfer')
    return { reason: null, is_claimed: false, settled_amount: 0, settled_refund: 0 }
  if (line.is_unknown) return waits('unknown_kind')
  if (line.kind === 'chargeback') return waits('chargeback')
  if (claim === null) return waits('not_found')
  if (claim.provider !== provider) return waits('other_provider')
  if (line.kind === 'refund') {
    const back = -line.amount
    if (claim.settled_refund + back > claim.refunded_amount) return waits('refund_not_ours')
    return { reason: null, is_claimed: true, settled_amount: 0, settled_refund: back }
  }
  if (claim.captured_amount === 0) return waits('not_captured')
  const open = claim.captured_amount - claim.settled_amount
  if (open <= 0) return waits('paid_twice')
  // Refunded before it was paid out: some providers pay only the rest.
  const openRefund = claim.refunded_amount - claim.settled_refund
  const isRest = openRefund > 0 && line.amount === open - openRefund
  const settled = isRest
    ? { settled_amount: open, settled_refund: openRefund }
    : { settled_amount: line.amount, settled_refund: 0 }
  // Each transfer may be a line of its own.
  const isPart = isPaidByBankTransfers(claim.payment_method_id) && line.amount < open
  const isWhole = isRest || isPart || line.amount === open
  const agreed = fees && agreedFee(line.amount, fees)
  const isFeeRight = agreed === null || Math.abs(line.fee - agreed) <= FEE_TOLERANCE
  const reason = isWhole ? (isFeeRight ? null : 'fee_differs') : 'amount_differs'
  return { reason, is_claimed: true, ...settled }
}
