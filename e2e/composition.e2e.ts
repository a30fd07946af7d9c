import { compactDigits } from '@kushi/values/text'
import type { CDPSession, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { routeTable } from '../apps/storefront/app/route-table.ts'
import { sql } from './lib/database.ts'
import { untilSettled } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { memberWith } from './lib/member.ts'
import { openScreen, signIn } from './lib/operator.ts'
import { moveTo } from './lib/shopping.ts'

/** Fields of text, in the order of the page. */
const FIELDS =
  // A quantity that is left goes back to what can be bought.
  'input:not([aria-label$="の数量"],[type=radio],[type=checkbox],[type=file],[type=hidden],[type=color],[type=date],[type=number]), textarea'

/** Types as a Japanese input method does: each key replaces the composition, and the last step confirms it. */
async function compose(client: CDPSession, text: string): Promise<void> {
  for (let length = 1; length <= text.length; length++)
    await client.send('Input.imeSetComposition', {
      text: text.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    })
  await client.send('Input.insertText', { text })
}

/** Composes full-width digits in a field, and says what stands there before and after it is left. */
async function composeText(client: CDPSession, field: Locator, text: string): Promise<string[]> {
  await field.fill('')
  await field.focus()
  await compose(client, text)
  const standing = await field.inputValue()
  await field.blur()
  return [standing, await field.inputValue()].map(compactDigits)
}

/** Every field of the page takes the digits as they were composed: none is lost, none comes twice. */
async function expectComposition(page: Page, name: string): Promise<number> {
  const client = await page.context().newCDPSession(page)
  await untilSettled(page)
  const fields = page.locator(FIELDS).filter({ visible: true })
  const count = await fields.count()
  for (let index = 0; index < count; index++) {
    const field = fields.nth(index)
    if (!(await field.isVisible()) || !(await field.isEditable())) continue
    const label = await field.evaluate((one) => (one as HTMLInputElement).labels?.[0]?.textContent ?? one.outerHTML)
    const shown = await composeText(client, field, '１２３')
    expect.soft(shown, `${name}: ${label}`).toEqual(['123', '123'])
  }
  await client.detach()
  return count
}

const paths = (access: string) =>
  [...new Map(routeTable.map((route) => [route.screen, route])).values()]
    .filter((route) => route.access === access && !/[:]|callback|redirect|confirm|complete/.test(route.path))
    .map(({ path }) => path.slice(1))

journey('digits composed by an input method arrive once: open forms', async ({ page, expectProblem }) => {
  expectProblem(/^4\d\d: /)
  let fields = 0
  await page.goto('products/detail/6')
  await page.getByRole('button', { name: 'カートに入れる' }).click()
  await page.getByRole('group', { name: 'カートに入れた商品' }).waitFor()
  for (const path of [...paths('open'), 'normal-purchase']) {
    await moveTo(page, path)
    await page.locator('h1').first().waitFor()
    fields += await expectComposition(page, path)
  }
  expect(fields).toBeGreaterThan(25)
})

journey('digits composed by an input method arrive once: a member’s forms, and the card', async (visitor) => {
  const { page, device, expectProblem } = visitor
  expectProblem(/^4\d\d: /)
  const member = await memberWith(device, { sku: 117 })
  await page.goto('mypage')
  let fields = 0
  for (const path of paths('member')) {
    await moveTo(page, path)
    await page.locator('h1').first().waitFor()
    fields += await expectComposition(page, path)
  }
  expect(fields).toBeGreaterThan(20)

  await moveTo(page, 'mypage/payments/new')
  const client = await device.newCDPSession(page)
  const number = page.getByLabel(/^カード番号/)
  await number.focus()
  await compose(client, '４１１１')
  await compose(client, '１１１１１１１１１１１１')
  expect(await number.inputValue()).toBe('4111 1111 1111 1111')
  // A digit in the middle: the caret stays behind it.
  await number.fill('')
  await number.pressSequentially('4111111')
  await page.keyboard.press('Home')
  await compose(client, '５')
  expect(await number.inputValue()).toBe('5411 1111')
  expect(await number.evaluate((one) => (one as HTMLInputElement).selectionStart)).toBe(1)
  // Too many digits are said, not cut.
  await number.fill('41111111111111112222')
  await number.blur()
  await page.getByText('カード番号が長すぎます').waitFor()
  expect(member.token).not.toBe('')
})

journey(
  'digits composed by an input method arrive once: the admin’s forms and its code',
  async ({ page, expectProblem }) => {
    expectProblem(/^4\d\d: /)
    await signIn(page, 'manager')
    await page.goto(`${process.env.SHOP_URL}/admin/`)
    let fields = 0
    const [customer] = await sql<{ id: number }>('select min(id)::int as id from customer where shop_id = 2')
    const screens = [
      'products/new',
      'setting/reminder',
      'orders',
      `customers/${customer!.id}/order`,
      'content/voices/new',
    ]
    for (const path of screens) {
      await openScreen(page, `/admin/${path}`)
      await page.locator('h1').first().waitFor()
      fields += await expectComposition(page, path)
    }
    expect(fields).toBeGreaterThan(25)
  },
  { on: ['desktop'] },
)
