import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { somebody } from './lib/people.ts'
import {
  agree,
  cards,
  completed,
  fillMemberForm,
  order,
  payWithCard,
  toConfirmation,
  typeCard,
} from './lib/purchase.ts'
import { checkOutAsNew, field, guestCart, section } from './lib/shopping.ts'

journey(
  'input survives reload, back and a lost response; password and card do not',
  async ({ page, expectProblem }) => {
    expectProblem(/ERR_CONNECTION_RESET/)
    const person = somebody()
    await guestCart(page, { sku: 133 })
    await page.goto('cart')
    await checkOutAsNew(page, person)
    const part = section(page, 'お客様情報')
    // Optional fields are collapsed, and open if they are filled in or invalid.
    const fold = part.getByText('お客様について')
    const year = part.getByLabel('生まれた年')
    expect(await year.isVisible()).toBe(false)
    await fold.click()
    await year.selectOption('1980')
    await fold.click()
    await year.waitFor({ state: 'hidden' })
    await fillMemberForm(page, person)
    await field(page, 'お届け希望日').selectOption({ index: 4 })
    const day = await field(page, 'お届け希望日').inputValue()
    await payWithCard(page, cards.good)

    await page.reload()
    await expect.poll(() => field(part, '姓').inputValue()).toBe(person.name01)
    expect(await field(part, '電話番号').inputValue()).toBe(person.phone)
    await expect.poll(() => field(page, 'お届け希望日').inputValue()).toBe(day)
    await year.waitFor()
    expect(await year.inputValue()).toBe('1980')
    // Password and card are never stored in the browser.
    expect(await field(part, 'パスワード').inputValue()).toBe('')
    expect(await field(page, 'カード番号').inputValue()).toBe('')
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
    expect(kept).not.toContain(person.password)
    expect(kept.replace(/\D/g, '')).not.toContain(cards.good)

    // Pressed too early: missing fields are counted, a year alone is no date of birth, and no other input is lost.
    await fold.click()
    await year.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: '会員登録して確認へ進む' }).click()
    await page.getByText(/ご確認いただきたい項目が\d+か所あります/).waitFor()
    await year.waitFor()
    await inspect(page, 'purchase-errors')
    expect(await field(part, 'メールアドレス(確認)').inputValue()).toBe(person.email)
    await year.selectOption('')
    await field(part, 'パスワード').fill(person.password)
    await field(part, 'パスワード(確認)').fill('Tsubaki2025')
    await field(part, 'パスワード(確認)').blur()
    await part.getByText('パスワードとパスワード(確認)が一致しません。').waitFor()
    await field(part, 'パスワード(確認)').fill(person.password)
    await typeCard(page, cards.good)
    await agree(page)

    // The response to the registration is lost: the next press continues, with one member.
    await page.route(
      '**/v1/customer/new',
      async (route) => {
        await route.fetch()
        await route.abort('connectionreset')
      },
      { times: 1 },
    )
    await page.getByRole('button', { name: '会員登録して確認へ進む' }).click()
    await page.getByRole('alert').filter({ hasText: '通信できませんでした' }).waitFor()
    await toConfirmation(page)
    expect(await sql('select id from customer where email = $1', person.email)).toHaveLength(1)

    // The customer is registered now: back leads to the member's form, with the day still selected.
    await page.goBack()
    await page.waitForURL('**/normal-purchase?loggedIn=true')
    await expect.poll(() => field(page, 'お届け希望日').inputValue()).toBe(day)
    await toConfirmation(page)
    await page.reload()
    await page.getByText('カードの情報をもう一度ご入力ください').waitFor()
    await inspect(page, 'confirm-card-again')
    await typeCard(page, cards.good)
    await order(page)
    await completed(page)
    expect(await ordersOf(person.email)).toMatchObject([{ status: 'received' }])
  },
)
