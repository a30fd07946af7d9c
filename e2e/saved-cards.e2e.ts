import type { OwnCard } from '@kushi/contract/card'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logInDevice, newMember, orderedBy } from './lib/member.ts'
import { cards, passChallenge, typeCard } from './lib/purchase.ts'
import { field } from './lib/shopping.ts'

const register = (page: Page) => page.getByRole('button', { name: 'このカードを登録する' }).click()
const card = (page: Page, last4: string) => page.getByRole('article', { name: new RegExp(`${last4}$`) })
const isDefault = (page: Page, last4: string) => card(page, last4).getByText('いつも使うカード', { exact: true })

/** The current month in Japan. */
const thisMonth = () => new Intl.DateTimeFormat('ja-JP', { timeZone: 'Asia/Tokyo', month: 'long' }).format()

async function add(page: Page, number: string): Promise<void> {
  await page.getByRole('link', { name: /カードを追加する/ }).click()
  await typeCard(page, number)
  await register(page)
}

journey(
  'お支払い方法: cards are refused, added, re-entered, selected and deleted',
  async ({ page, device, expectProblem }) => {
    expectProblem(/^(409|422|50\d): (POST|GET) \/v1\/common\/mypage\/card/)
    const member = await newMember()
    await logInDevice(device, member)
    await page.goto('mypage/payments')
    await page.getByRole('link', { name: 'カードを追加する' }).click()
    await register(page)
    await page.getByText(/^ご確認いただきたい項目が\dか所あります$/).waitFor()
    await typeCard(page, '4000000000000002')
    await register(page)
    await page.getByText('このカードは登録できませんでした。別のカードをお試しください。').waitFor()
    // To the bank and back by the browser's back button: the form is there, and the card has to be typed again.
    await typeCard(page, cards.challenge)
    await register(page)
    await page.getByRole('heading', { name: 'ご本人の確認' }).waitFor()
    await page.goBack()
    await page.getByRole('button', { name: 'このカードを登録する' }).waitFor()
    // Without a page of the bank: a card that is about to expire.
    await typeCard(page, cards.good)
    await field(page, '有効期限(月)').selectOption(thisMonth())
    await field(page, '有効期限(年)').selectOption({ index: 1 })
    await register(page)
    await page.getByText('カードを登録しました。').waitFor()
    await isDefault(page, '1111').waitFor()
    await card(page, '1111').getByText('まもなく期限切れ', { exact: true }).waitFor()
    await card(page, '1111').getByText('新しいカードが届きましたら、変更してください。').waitFor()
    expect(await card(page, '0100').count()).toBe(0)

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
    // This one answer is that of a later year: the other card has expired.
    await page.route(
      '**/v1/common/mypage/card/list*',
      async (route) => {
        const answer = (await (await route.fetch()).json()) as { data: { items: OwnCard[] } }
        for (const one of answer.data.items) if (!one.subscription_ids.length) one.expiry_state = 'expired'
        await route.fulfill({ json: answer })
      },
      { times: 1 },
    )
    await page.reload()
    await card(page, '1111').getByText(`定期便(契約番号 ${subscription!.id})のお支払いに使用中`).waitFor()
    await card(page, '1111').getByText('次回の定期便のお支払いができなくなります。').waitFor()
    await card(page, '0100').getByText('期限切れ', { exact: true }).waitFor()
    await card(page, '0100').getByText('お支払いには使えません。').waitFor()
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
    await page.getByRole('region', { name: 'いま登録されているカード' }).getByText('1111').waitFor()
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

    await page.goto('mypage/payments/99/edit')
    await page.getByText('このカードは見つかりません').waitFor()
  },
)
