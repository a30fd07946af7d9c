import type { Yen } from '@kushi/values/yen'
import type { ReadySheet, SheetAnswer } from './payment-sheet.ts'

interface Press {
  /** null: it could not be loaded. */
  sheet: ReadySheet | null | undefined
  payment_name: string
  total: Yen
  /** What to do when the customer closed it. */
  afterClosed?: string
}

/**
 * Opens the sheet with the total that is shown, in the press itself. Returns what was approved, or the message that says why
 * nothing was.
 */
export async function approveBySheet({
  sheet,
  payment_name,
  total,
  afterClosed = '',
}: Press): Promise<SheetAnswer | string> {
  const closed = `${payment_name}の画面が閉じられたため、お支払いは承認されていません。${afterClosed}`
  const unopened = `${payment_name}の画面を開けませんでした。もう一度お試しいただくか、ほかのお支払い方法をお選びください。`
  if (!sheet) return unopened
  try {
    return (await sheet.open(total)) ?? closed
  } catch {
    return unopened
  }
}
