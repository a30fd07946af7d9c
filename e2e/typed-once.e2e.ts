import { expect } from 'vitest'
import { ordersOf, sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { newMember } from './lib/member.ts'
import { somebody } from './lib/people.ts'
import {
  agree,
  cards,
  completed,
  fillMemberForm,
  order,
  payCash,
  payWithCard,
  toConfirmation,
  typeCard,
} from './lib/purchase.ts'
import { checkOutAsNew, field, putInCart, section } from './lib/shopping.ts'

journey('input survives a reload and the back button; password and card do not', async ({ page }) => {
  const person = somebody()
  await putInCart(page, { product: 15, subscription: false })
  await page.goto('cart')
  await checkOutAsNew(page, person)
  await fillMemberForm(page, person)
  await field(page, 'お届け希望日').selectOption({ index: 4 })
  const day = await field(page, 'お届け希望日').inputValue()
  await payWithCard(page, cards.good)

  await page.reload()
  const part = section(page, 'お客様情報')
  await expect.poll(() => field(part, '姓').inputValue()).toBe(person.name01)
  expect(await field(part, '電話番号').inputValue()).toBe(person.phone)
  await expect.poll(() => field(page, 'お届け希望日').inputValue()).toBe(day)
  // Password and card are never stored in the browser.
  expect(await field(part, 'パスワード').inputValue()).toBe('')
  expect(await field(page, 'カード番号').inputValue()).toBe('')
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(localStorage)))
  expect(kept).not.toContain(person.password)
  expect(kept.replace(/\D/g, '')).not.toContain(cards.good)

  // Pressed too early: missing fields are counted, and no other input is lost.
  await page.getByRole('button', { name: '会員登録して確認へ進む' }).click()
  await page.getByText(/ご確認いただきたい項目が\d+か所あります/).waitFor()
  await inspect(page, 'purchase-errors')
  expect(await field(part, 'メールアドレス(確認)').inputValue()).toBe(person.email)
  await field(part, 'パスワード').fill(person.password)
  await field(part, 'パスワード(確認)').fill('Tsubaki2025')
  await field(part, 'パスワード(確認)').blur()
  await part.getByText('パスワードとパスワード(確認)が一致しません。').waitFor()
  await field(part, 'パスワード(確認)').fill(person.password)
  await typeCard(page, cards.good)
  await agree(page)
  await toConfirmation(page)

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
})

journey(
  'the response to the registration is lost: the next press continues, with one member',
  async ({ page, expectProblem }) => {
    expectProblem(/ERR_CONNECTION_RESET/)
    const person = somebody()
    await putInCart(page, { product: 15, subscription: false })
    await page.goto('cart')
    await checkOutAsNew(page, person)
    await fillMemberForm(page, person)
    await payCash(page)
    await agree(page)
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
    await inspect(page, 'purchase-unanswered')
    await toConfirmation(page)
    await order(page)
    await completed(page)
    expect(await sql('select id from customer where email = $1', person.email)).toHaveLength(1)
    expect(await ordersOf(person.email)).toHaveLength(1)
  },
)

journey(
  'another customer has registered the address meanwhile: shown at the field, with a link to the login',
  async ({ page, expectProblem }) => {
    expectProblem(/^(409|422): POST \/v1\/customer\/new/)
    const person = somebody()
    await putInCart(page, { product: 15, subscription: false })
    await page.goto('cart')
    await checkOutAsNew(page, person)
    await fillMemberForm(page, person)
    await payCash(page)
    await agree(page)
    await newMember({ email: person.email })
    await page.getByRole('button', { name: '会員登録して確認へ進む' }).click()
    await section(page, 'お客様情報').getByText('すでに登録されています').waitFor()
    const hint = page.getByRole('status').filter({ hasText: 'ログインすると入力が省けます' })
    await hint.getByRole('link', { name: 'ログインする' }).click()
    const member = page.getByRole('region', { name: '会員の方' })
    // The form is in the page before its code has filled it.
    await expect.poll(() => member.getByLabel('メールアドレス').inputValue()).toBe(person.email)
  },
)

journey('optional fields are collapsed, and open if they are filled in or invalid', async ({ page }) => {
  await putInCart(page, { product: 15, subscription: false })
  await page.goto('cart')
  await checkOutAsNew(page, somebody())
  const part = section(page, 'お客様情報')
  const fold = part.getByText('お客様について')
  const year = part.getByLabel('生まれた年')
  await fold.waitFor()
  expect(await year.isVisible()).toBe(false)
  await fold.click()
  await year.selectOption('1980')
  await fold.click()
  await year.waitFor({ state: 'hidden' })
  // A year alone is not a date of birth.
  await page.getByRole('button', { name: '会員登録して確認へ進む' }).click()
  await year.waitFor()
  await page.reload()
  await year.waitFor()
  expect(await year.inputValue()).toBe('1980')
})
