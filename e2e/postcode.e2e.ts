import { expect } from 'vitest'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { somebody } from './lib/people.ts'
import { willFail, willWork } from './lib/sandbox.ts'
import { checkOutAsNew, field, guestCart, section } from './lib/shopping.ts'

journey('postcodes: malformed, unknown, shared by two towns, and none if the service is down', async (visitor) => {
  const { page, expectProblem } = visitor
  expectProblem(/^(404|50\d): GET \/postcodes\//)
  await guestCart(page, { sku: 133 })
  await page.goto('cart')
  await checkOutAsNew(page, somebody())
  const part = section(page, 'お客様情報')
  const [postcode, town, prefecture] = ['郵便番号', '市区町村・町名', '都道府県'].map((label) => field(part, label))

  // Six digits: rejected beside the field when it loses focus.
  await postcode!.fill('150000')
  await postcode!.blur()
  await part.getByText(/^郵便番号は.*入力してください。$/).waitFor()

  await postcode!.fill('9999999')
  await part.getByText(/この郵便番号の住所が見つかりません/).waitFor()
  expect(await town!.inputValue()).toBe('')

  await willFail('postcode-jp', 'postcodes', 'error:503', 9)
  try {
    await postcode!.fill('0600001')
    await part.getByText(/住所を調べられませんでした/).waitFor()
    await inspect(page, 'postcode-down')
    await prefecture!.selectOption('北海道')
    await town!.fill('札幌市中央区北一条西')
    await town!.fill('')
  } finally {
    await willWork('postcode-jp')
  }

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
})
