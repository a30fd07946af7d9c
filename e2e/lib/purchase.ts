import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Person } from './people.ts'
import { field, section } from './shopping.ts'

/** Fills in お客様情報. The postcode fills the address; only the house number is typed. */
export async function fillMemberForm(page: Page, person: Person): Promise<void> {
  const part = section(page, 'お客様情報')
  await field(part, 'メールアドレス').fill(person.email)
  await field(part, '姓').fill(person.name01)
  await field(part, '名').fill(person.name02)
  await field(part, 'せい').fill(person.kana01)
  await field(part, 'めい').fill(person.kana02)
  await fillAddress(page, person)
  await field(part, 'メールアドレス(確認)').fill(person.email)
  await field(part, 'パスワード').fill(person.password)
  await field(part, 'パスワード(確認)').fill(person.password)
}

export async function fillAddress(
  page: Page,
  { postcode, houseNumber, phone }: Person,
  part = section(page, 'お客様情報'),
) {
  await field(part, '郵便番号').fill(postcode)
  await expect.poll(() => field(part, '市区町村・町名').inputValue()).not.toBe('')
  await field(part, '番地').fill(houseNumber)
  await field(part, '電話番号').fill(phone)
}

/** 「利用規約とプライバシーポリシーに同意する」 */
export const agreeToTerms = (page: Page) => page.getByRole('checkbox', { name: /同意する/ }).check()

/** Test cards; the sandbox's home page describes each. */
export const cards = {
  good: '4111111111111111',
  master: '5555555555554444',
  challenge: '4100000000000100',
  noMoney: '4000000000009995',
  /** Registered and charged once; declined when the customer is absent (merchant-initiated). */
  refusedLater: '4000000000000341',
} as const

/** Types a card into its fields on any screen. */
export async function typeCard(page: Page, number: string): Promise<void> {
  await field(page, 'カード番号').fill(number)
  await field(page, '有効期限(月)').selectOption('12月')
  await field(page, '有効期限(年)').selectOption({ index: 3 })
  await field(page, 'セキュリティコード').fill('123')
  await field(page, 'カード名義').fill('SAKI TSUBAKINO')
}

export async function payWithCard(page: Page, number: string): Promise<void> {
  await page.getByRole('radio', { name: /^クレジットカード/ }).check()
  await typeCard(page, number)
}

export const payCash = (page: Page) => page.getByRole('radio', { name: /^代金引換/ }).check()

/** Presses 「会員登録して確認へ進む」 or, for a member, 「入力内容を確認する」. */
export async function toConfirmation(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(会員登録して確認へ進む|入力内容を確認する)$/ }).click()
  await page.getByRole('heading', { level: 1, name: 'ご注文内容の確認' }).waitFor()
}

export const order = (page: Page) => page.getByRole('button', { name: '注文を確定する' }).click()

/** Enters the code from the SMS on the bank's page. */
export async function passChallenge(page: Page, code = '1234'): Promise<void> {
  await page.getByLabel('認証コード').fill(code)
  await page.getByRole('button', { name: '認証する' }).click()
}

/** ご注文ありがとうございます; returns the order number. */
export async function completed(page: Page): Promise<string> {
  await page.getByRole('heading', { level: 1, name: 'ご注文ありがとうございます' }).waitFor()
  return new URL(page.url()).searchParams.get('order_no') ?? ''
}
