import type { Page } from 'playwright-core'

const sandbox = (path: string) => `${process.env.SHOP_URL}/sandbox/amazon/${path}`

/** Amazon's own button, wherever it is. */
export const pressAmazon = (page: Page) => page.getByRole('button', { name: 'Amazon Pay でお支払いに進む' }).click()

/** Selects Amazon Pay under お支払い方法 and presses its button. */
export async function payWithAmazon(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /^Amazon Pay/ }).check()
  await pressAmazon(page)
}

/** At Amazon: selects the buyer, with the first address and payment method. Returns to the shop. */
export async function chooseAsBuyer(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `${name}として続ける` }).click()
  await page.waitForURL(/-purchase|\/login/)
}

export const answerAtAmazon = (page: Page, button: string) => page.getByRole('button', { name: button }).click()

interface Charge {
  amount: number
  status: { state: string }
  merchantMetadata: { merchantReferenceId?: string }
}

/** Amazon's charges of an order. */
export async function amazonChargesOf(orderNo: string): Promise<Charge[]> {
  const { charges } = (await (await fetch(sandbox('transactions.json'))).json()) as { charges: Charge[] }
  return charges.filter(({ merchantMetadata }) => merchantMetadata.merchantReferenceId?.startsWith(orderNo))
}
