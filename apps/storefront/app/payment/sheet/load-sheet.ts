import type { PaymentSheet } from '@kushi/values/payment-method'
import { environment } from '../../state/environment.ts'
import type { ReadySheet } from './payment-sheet.ts'

const loading = new Map<PaymentSheet, Promise<ReadySheet | null>>()

async function load(sheet: PaymentSheet): Promise<ReadySheet | null> {
  const { apple_pay, google_pay, paidy } = environment() ?? {}
  if (sheet === 'paidy') return paidy ? (await import('./paidy.ts')).loadPaidy(paidy) : null
  if (sheet === 'apple_pay') return apple_pay ? (await import('./apple-pay.ts')).loadApplePay(apple_pay) : null
  return google_pay ? (await import('./google-pay.ts')).loadGooglePay(google_pay) : null
}

/** Loads a sheet, once per page; null: this browser has none. After a failure the next call tries again. */
export function loadSheet(sheet: PaymentSheet): Promise<ReadySheet | null> {
  const cached = loading.get(sheet)
  if (cached) return cached
  const pending = load(sheet)
  loading.set(sheet, pending)
  pending.catch(() => loading.delete(sheet))
  return pending
}

/** Milliseconds that a list of ways to pay waits for somebody else's script. */
const SHEET_TIMEOUT_MS = 3000

/** Whether this browser can pay by it. One that does not answer in time has none, as one inside another app. */
export const hasSheet = (sheet: PaymentSheet): Promise<boolean> =>
  Promise.race([
    loadSheet(sheet).then(
      (ready) => ready !== null,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), SHEET_TIMEOUT_MS)),
  ])
