import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { ordersOf } from './lib/database.ts'
import { journey } from './lib/journey.ts'
import { newPerson } from './lib/people.ts'
import { completed } from './lib/purchase.ts'

/** Presses Tab until the focused element has this name; it must be visible there, not behind a bar. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let count = 0; count < 80; count++) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate(nameOfFocused)
    if (!name.test(focused.name)) continue
    expect(focused.isSeen, `the focus on ${focused.name} can be seen`).toBe(true)
    return
  }
  throw new Error(`Tab never comes to ${name}`)
}

/** Runs in the page. */
function nameOfFocused() {
  const element = document.activeElement as HTMLElement | null
  if (!element || element === document.body) return { name: '', isSeen: false }
  const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : []
  const label = element.ariaLabel ?? labels.map(({ innerText }) => innerText).join(' ')
  const box = (labels.length && element.matches('[type=radio]') ? labels[0]! : element).getBoundingClientRect()
  const at = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
  const shown = labels.length && element.matches('[type=radio]') ? labels[0]! : element
  return {
    name: (label || element.innerText || '').replace(/\s+/g, ' ').trim(),
    isSeen: at !== null && (shown.contains(at) || at.contains(shown)),
  }
}

const type = async (page: Page, label: RegExp, text: string) => {
  await tabTo(page, label)
  await page.keyboard.type(text)
}

journey('a customer without a mouse buys, cash on delivery', async ({ page }) => {
  const person = newPerson()
  await page.goto('products/detail/15')
  await tabTo(page, /^本文へ移動/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^今回だけ買う/)
  await tabTo(page, /^カートに入れる/)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'カートを見る' }).waitFor()
  await tabTo(page, /^カートを見る/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/cart')
  await tabTo(page, /^ご購入手続きへ/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/normal-purchase')
  await page.getByRole('heading', { name: 'お客様情報' }).waitFor()

  // Enter in a field sends the form; too early, it lists what is missing and moves to the first field.
  await tabTo(page, /^姓/)
  await page.keyboard.press('Enter')
  await page.getByText(/ご確認いただきたい項目が\d+か所あります/).waitFor()
  await expect.poll(async () => (await page.evaluate(nameOfFocused)).name).toMatch(/^メールアドレス(?!\()/)

  await page.keyboard.type(person.email)
  await type(page, /^メールアドレス\(確認\)/, person.email)
  await type(page, /^姓/, person.name01)
  await type(page, /^名/, person.name02)
  await type(page, /^せい/, person.kana01)
  await type(page, /^めい/, person.kana02)
  await type(page, /^郵便番号/, person.postcode)
  await expect.poll(() => page.getByLabel(/^市区町村/).inputValue()).toBe('渋谷区神宮前')
  await type(page, /^番地/, person.houseNumber)
  await type(page, /^電話番号/, person.phone)
  await type(page, /^パスワード(?!\()/, person.password)
  await type(page, /^パスワード\(確認\)/, person.password)
  await tabTo(page, /^クレジットカード/)
  // Up from the first option wraps to the last.
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => page.getByRole('radio', { name: /^代金引換/ }).isChecked()).toBe(true)
  await tabTo(page, /同意する/)
  await page.keyboard.press('Space')
  await tabTo(page, /^会員登録して確認へ進む/)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/normal-purchase/confirm?loggedIn=true')
  await page.getByRole('heading', { level: 1, name: 'ご注文内容の確認' }).waitFor()
  await tabTo(page, /^注文を確定する/)
  await page.keyboard.press('Enter')
  await completed(page)
  expect(await ordersOf(person.email)).toMatchObject([{ status: 'received' }])
})
