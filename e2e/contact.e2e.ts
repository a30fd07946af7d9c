import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logInDevice, newMember } from './lib/member.ts'
import { somebody } from './lib/people.ts'
import { fillAddress } from './lib/purchase.ts'
import { field } from './lib/shopping.ts'

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
const QUESTION = '詰め替えは、いつ届きますか?\n\n  2行あけて、空白も。'

journey('お問い合わせ: three steps; no input is lost by any navigation', async ({ page, device, expectProblem }) => {
  const person = somebody()
  const main = page.getByRole('main')
  // The confirmation screen cannot be opened without input.
  await page.goto('contact/confirm')
  await page.waitForURL('**/contact')
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await page.getByText('お問い合わせの種類を選択してください。').waitFor()
  await inspect(page, 'contact-errors')
  const options = await field(main, 'お問い合わせの種類').locator('option').count()
  expect(options).toBeGreaterThan(3)
  await field(main, 'お問い合わせの種類').selectOption({ index: 2 })
  await field(main, 'お問い合わせ内容').fill(QUESTION)
  await field(main, '姓').fill(person.name01)
  await field(main, '名').fill(person.name02)
  await field(main, 'せい').fill('ツバキノ')
  await field(main, 'めい').fill('さき')
  await field(main, 'メールアドレス').fill(person.email)
  await field(main, 'メールアドレス(確認)').fill(`x${person.email}`)
  await field(main, '電話番号').fill('０９０-０００００-０１１')
  await page.getByRole('checkbox', { name: /ご利用規約.*に同意する/ }).check()
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await page
    .getByText(/メールアドレスとメールアドレス\(確認\)|一致/)
    .first()
    .waitFor()
  await field(main, 'メールアドレス(確認)').fill(person.email)
  await page.getByRole('checkbox', { name: /プライバシーポリシー.*に同意する/ }).check()

  await page.reload()
  await expect.poll(() => field(main, 'お問い合わせ内容').inputValue()).toBe(QUESTION)
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await title(page, 'お問い合わせ内容の確認')
  await page.getByText('0900-000-0011').waitFor()
  await inspect(page, 'contact-confirm')
  await page.goBack()
  await expect.poll(() => field(main, 'お問い合わせ内容').inputValue()).toBe(QUESTION)
  expect(await field(main, 'メールアドレス(確認)').inputValue()).toBe(person.email)
  await page.goForward()
  await title(page, 'お問い合わせ内容の確認')
  await page.getByRole('link', { name: '内容を直す' }).click()
  await expect.poll(() => field(main, '姓').inputValue()).toBe(person.name01)
  await page.getByRole('button', { name: '入力内容を確認する' }).click()
  await title(page, 'お問い合わせ内容の確認')

  // The connection breaks after the request arrived: a second press still makes one inquiry.
  expectProblem(/ERR_CONNECTION_RESET/)
  await page.route(
    '**/v1/contact/complete/mail',
    async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'この内容で問い合わせる' }).click()
  await page.getByText('お問い合わせが届いたか、確認できませんでした').waitFor()
  await page.getByRole('button', { name: 'この内容で問い合わせる' }).click()
  await title(page, 'お問い合わせを受け付けました')
  await inspect(page, 'contact-complete')
  const rows = await sql<{ inquiry_no: string }>(
    'select inquiry_no, content from inquiry where email = $1',
    person.email,
  )
  expect(rows).toMatchObject([{ content: QUESTION.trim() }])
  await page.getByText(rows[0]!.inquiry_no).waitFor()

  // A logged-in member is not asked for name and address.
  const member = await newMember()
  await logInDevice(device, member)
  await page.goto('contact')
  await expect.poll(() => field(main, 'メールアドレス(確認)').inputValue()).toBe(member.email)
  expect(await field(main, 'お問い合わせ内容').inputValue()).toBe('')
  expect(await field(main, '姓').inputValue()).toBe(member.name01)
  expect(await field(main, '電話番号').inputValue()).toBe(member.phone)
})

journey('卸のお申し込み: a name needs a space, and it is received', async ({ page }) => {
  const person = somebody()
  const main = page.getByRole('main')
  await page.goto('supplier/apply')
  await field(main, '会社名').fill('合同会社 渚')
  await field(main, 'お名前').fill('白石渚')
  await field(main, 'お名前(かな)').fill('シライシ　ナギサ')
  await fillAddress(page, person, main)
  await page.getByRole('button', { name: 'お取引を申し込む' }).click()
  await main
    .getByText(/お名前は.*入力してください。/)
    .first()
    .waitFor()
  await inspect(page, 'supplier-errors')
  await field(main, 'お名前').fill('白石 渚')
  expect(await field(main, 'お名前(かな)').inputValue()).toBe('しらいし なぎさ')
  await field(main, 'メールアドレス').fill(person.email)
  await field(main, 'メールアドレス(確認)').fill(person.email)
  await page.getByRole('checkbox', { name: /ご利用規約.*に同意する/ }).check()
  await page.getByRole('checkbox', { name: /プライバシーポリシー.*に同意する/ }).check()
  await page.getByRole('button', { name: 'お取引を申し込む' }).click()
  await title(page, 'お申し込みを受け付けました')
  expect(await sql('select kind from inquiry where email = $1', person.email)).toEqual([{ kind: 'supplier' }])
})
