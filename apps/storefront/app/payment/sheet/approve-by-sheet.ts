import { ApiError } from '@kushi/contract/client'
import type { Yen } from '@kushi/values/yen'
import type { ReadySheet, SheetAnswer, SheetPurchase } from './payment-sheet.ts'

interface Press {
  /** null: it could not be loaded. */
  sheet: ReadySheet | null | undefined
  payment_name: string
  total: Yen
  purchase?: SheetPurchase
  /** What to do when the customer closed it. */
  afterClosed?: string
}

/** Why nothing was approved, ready to show. `isRefused`: the provider did not accept the customer. */
interface NotApproved {
  message: string
  isRefused: boolean
}

export const isApproved = (answer: SheetAnswer | NotApproved): answer is SheetAnswer => 'token' in answer

/**
 * Opens the sheet with the total that is shown, in the press itself. Returns what was approved, or the message that says why
 * nothing was.
 * @throws ApiError when the shop refuses what shall be approved
 */
export async function approveBySheet({
  sheet,
  payment_name,
  total,
  purchase,
  afterClosed = '',
}: Press): Promise<SheetAnswer | NotApproved> {
  const not = (message: string, isRefused = false): NotApproved => ({ message, isRefused })
  const unopened = `${payment_name}の画面を開けませんでした。もう一度お試しいただくか、ほかのお支払い方法をお選びください。`
  if (!sheet) return not(unopened)
  try {
    const answer = await sheet.open(total, purchase)
    if (answer === 'refused')
      return not(
        `${payment_name}の審査の結果、今回はご利用いただけませんでした。ほかのお支払い方法をお選びください。`,
        true,
      )
    return answer ?? not(`${payment_name}の画面が閉じられたため、お支払いは承認されていません。${afterClosed}`)
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error
    return not(unopened)
  }
}
