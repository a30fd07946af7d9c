import type { Context } from '../../../context.ts'
import { PaymentRefused } from '../../../ports/payment-port.ts'
import {
  authoriseWithoutCustomer,
  type PaymentRow,
  recordPaymentAnswer,
  withPaymentClaims,
} from '../../payment/index.ts'
import {
  type ChargeResult,
  chargeResultByOutcome,
  type DeliveryToCharge,
  deliveryPaymentSubjectOf,
} from './charge-delivery.ts'
import { type AuthorisedCharge, completeAuthorisedCharges } from './complete-authorised-charges.ts'

/** Whether a provider may still be called, and whether it responds. */
interface Provider {
  mayAsk(method: number | null): boolean
  note(method: number | null, isAnswered: boolean): void
}

/** Milliseconds an authorisation waits at most for others to be written with it (plus the call in progress). */
const waitMs = 1_000

/**
 * Charges the written deliveries of a block: claims them together and charges one after the other, each by its own
 * number; writes authorisations in sets. If it is killed, charges that are not written are requested again by the same
 * number. Calls `report` with the result of each: `null` is an unexpected error.
 */
export const chargeDeliveryBatch = (
  ctx: Context,
  written: readonly DeliveryToCharge[],
  provider: Provider,
  report: (one: DeliveryToCharge, result: ChargeResult | null, error?: unknown) => void,
): Promise<void> =>
  withPaymentClaims(
    ctx,
    written.map((one) => one.provider_order_id),
    ['intent'],
    async (claimed, done) => {
      const claimedOf = new Map(claimed.map((row) => [row.provider_order_id, row]))
      let gathered: AuthorisedCharge[] = []
      let since = 0
      const flush = async () => {
        const all = gathered
        gathered = []
        await writeAll(ctx, all, done, report)
      }
      for (const one of written) {
        const row = claimedOf.get(one.provider_order_id)
        if (!row) report(one, 'passed')
        else if (!provider.mayAsk(one.payment_method_id)) report(one, 'open')
        else
          try {
            const answer = await authoriseWithoutCustomer(ctx, { row, source: one.source }, one.bill)
            provider.note(one.payment_method_id, answer !== null)
            if (answer === null) report(one, 'unanswered')
            else if (!(answer instanceof PaymentRefused) && answer.kind === 'authorised') {
              if (gathered.length === 0) since = performance.now()
              gathered.push({ one, claimed: row, answer })
            } else
              report(
                one,
                chargeResultByOutcome[
                  (await recordPaymentAnswer(ctx, deliveryPaymentSubjectOf(one), row, false, answer)).kind
                ],
              )
          } catch (error) {
            report(one, null, error)
          }
        if (gathered.length > 0 && performance.now() - since >= waitMs) await flush()
      }
      if (gathered.length > 0) await flush()
    },
  )

/**
 * Writes those individually that can't be written together, because another process holds them or an error occurred.
 */
async function writeAll(
  ctx: Context,
  all: readonly AuthorisedCharge[],
  done: (row: PaymentRow) => void,
  report: (one: DeliveryToCharge, result: ChargeResult | null, error?: unknown) => void,
): Promise<void> {
  const settled = await completeAuthorisedCharges(ctx, all).catch((error: unknown) => {
    ctx.log.warn({ err: error }, 'charges could not be written together')
    return new Set<number>()
  })
  for (const { one, claimed, answer } of all)
    if (settled.has(claimed.id)) {
      done(claimed)
      report(one, 'arranged')
    } else
      try {
        report(
          one,
          chargeResultByOutcome[
            (await recordPaymentAnswer(ctx, deliveryPaymentSubjectOf(one), claimed, false, answer)).kind
          ],
        )
      } catch (error) {
        report(one, null, error)
      }
}
