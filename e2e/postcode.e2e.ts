import { expect } from 'vitest'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { somebody } from './lib/people.ts'
import { agree, fillMemberForm, payCash, toConfirmation } from './lib/purchase.ts'
import { willFail, willWork } from './lib/sandbox.ts'
import { checkOutAsNew, field, putInCart, section } from './lib/shopping.ts'

journey('postcodes: malformed, unknown, and shared by two towns', async ({ page, expectProblem }) => {
  const person = somebody()
  await putInCart(page, { product: 15 })
  await page.goto('cart')
  await checkOutAsNew(page, person)
  const part = section(page, 'お客様情報')
  const [postcode, town, prefecture] = ['郵便番号', '市区町村・町名', '都道府県'].map((label) => field(part, label))

  // Six digits: rejected beside the field when it loses focus.
  await postcode!.fill('150000')
  await postcode!.blur()
  await part.getByText(/^郵便番号は.*入力してください。$/).waitFor()
  await inspect(page, 'postcode-wrong')

  await postcode!.fill('9999999')
  await part.getByText(/この郵便番号の住所が見つかりません/).waitFor()
  expect(await town!.inputValue()).toBe('')

  await postcode!.fill('4980000')
  await part.getByText('該当する住所をお選びください').waitFor()
  await inspect(page, 'postcode-two-towns')
  await part.getByRole('button', { name: /三重県.*木曽岬町/ }).click()
  await expect.poll(() => town!.inputValue()).toContain('木曽岬町')
  expect(await prefecture!.locator('option:checked').textContent()).toBe('三重県')

  // As people type it: full width, a hyphen, a 〒 mark.
  await postcode!.fill('〒150-0001')
  await postcode!.blur()
  await expect.poll(() => town!.inputValue()).toBe('渋谷区神宮前')
  expect(await postcode!.inputValue()).toBe('1500001')
  // Typed input is never overwritten.
  await town!.fill('渋谷区神宮前 原宿')
  await postcode!.fill('2480006')
  await part.getByRole('button', { name: /鎌倉市/ }).waitFor()
  expect(await town!.inputValue()).toBe('渋谷区神宮前 原宿')
  expectProblem(/^404: GET \/postcodes\//)
})

journey('the postcode service is down: the address can still be typed', async ({ page, expectProblem }) => {
  expectProblem(/^50\d: GET \/postcodes\//)
  const person = somebody({ postcode: '0600001' })
  await putInCart(page, { product: 15 })
  await page.goto('cart')
  await checkOutAsNew(page, person)
  const part = section(page, 'お客様情報')
  await willFail('postcode-jp', 'postcodes', 'error:503', 9)
  try {
    await field(part, '郵便番号').fill(person.postcode)
    await part.getByText(/住所を調べられませんでした/).waitFor()
    await inspect(page, 'postcode-down')
    await field(part, '都道府県').selectOption('北海道')
    await field(part, '市区町村・町名').fill('札幌市中央区北一条西')
    await fillMemberForm(page, person)
    await payCash(page)
    await agree(page)
    await toConfirmation(page)
    expect(await page.getByRole('main').textContent()).toContain('〒060-0001 北海道札幌市中央区北一条西0-0-11')
  } finally {
    await willWork('postcode-jp')
  }
})
