import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logInDevice, newMember, orderedBy } from './lib/member.ts'
import { cards, passChallenge, typeCard } from './lib/purchase.ts'

const register = (page: Page) => page.getByRole('button', { name: 'このカードを登録する' }).click()
const card = (page: Page, last4: string) => page.getByRole('article', { name: new RegExp(`${last4}$`) })
const isDefault = (page: Page, last4: string) => card(page, last4).getByText('いつも使うカード', { exact: true })

async function add(page: Page, number: string): Promise<void> {
  await page.getByRole('link', { name: /カードを追加する/ }).click()
  await typeCard(page, number)
  await register(page)
}

journey('お支払い方法: cards are added, selected, re-entered and deleted', async ({ page, device, expectProblem }) => {
  expectProblem(/^(409|422|50\d): (POST|GET) \/v1\/common\/mypage\/card/)
  const member = await newMember()
  await logInDevice(device, member)
  await page.goto('mypage/payments')
  await page.getByRole('link', { name: 'カードを追加する' }).click()
  await typeCard(page, cards.good)
  await register(page)
  await page.getByText('カードを登録しました。').waitFor()
  await isDefault(page, '1111').waitFor()

  // With a page of the bank.
  await add(page, cards.challenge)
  await passChallenge(page)
  await card(page, '0100').waitFor()
  await card(page, '0100')
    .getByRole('button', { name: /いつも使うカードにする/ })
    .click()
  await isDefault(page, '0100').waitFor()
  expect(await isDefault(page, '1111').count()).toBe(0)

  // A subscription pays with the first card: it cannot be deleted until another replaces it.
  await orderedBy(member, { sku: 118, subscription: true })
  const [subscription] = await sql<{ id: number }>(
    `update subscription set payment_method_id = 1, card_seq = 0
      where customer_id = (select id from customer where email = $1) returning id`,
    member.email,
  )
  await page.reload()
  await card(page, '1111').getByText(`定期便(契約番号 ${subscription!.id})のお支払いに使用中`).waitFor()
  // A reload does not show the message of the registration again.
  expect(await page.getByText('カードを登録しました。').count()).toBe(0)
  await inspect(page, 'cards-two')
  await card(page, '1111')
    .getByRole('button', { name: /削除する$/ })
    .click()
  const refusal = page.getByRole('dialog', { name: 'このカードは削除できません' })
  await refusal.getByText(/のお支払いに使われています。/).waitFor()
  await inspect(page, 'card-in-use')
  await refusal.getByRole('button', { name: '閉じる', exact: true }).first().click()

  await card(page, '1111')
    .getByRole('link', { name: /変更する$/ })
    .click()
  await page.getByRole('region', { name: 'いま登録されているカード' }).getByText('4111-****-****-1111').waitFor()
  await inspect(page, 'card-edit')
  await typeCard(page, cards.master)
  await page.getByRole('button', { name: 'このカードに変更する' }).click()
  await card(page, '4444')
    .getByText(/のお支払いに使用中$/)
    .waitFor()
  expect(await card(page, '1111').count()).toBe(0)

  await card(page, '0100')
    .getByRole('button', { name: /削除する$/ })
    .click()
  await page.getByRole('dialog', { name: 'カードの削除' }).getByRole('button', { name: '削除する' }).click()
  await page.getByText(/カードを削除しました。いつも使うカードを「.*4444」に変更しました。/).waitFor()
  await isDefault(page, '4444').waitFor()
})
