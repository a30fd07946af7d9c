import { expect } from 'vitest'
import { inspect } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { logIn, PASSWORD, tryToLogIn } from './lib/login.ts'
import { inCartOf, newMember } from './lib/member.ts'
import { somebody } from './lib/people.ts'
import { agree, fillMemberForm, payCash } from './lib/purchase.ts'
import { checkOut, field, guestCart, moveTo, section } from './lib/shopping.ts'

journeyInBoth('login errors are shown, and the input stays', async ({ page, expectProblem }) => {
  expectProblem(/^422: POST \/v1\/common\/login\/customer/)
  // A checkout with an empty cart leads to the login.
  await page.goto('normal-purchase')
  await page.waitForURL('**/login')
  await page.getByText('会員登録は、はじめてのお買いものと一緒にお手続きいただけます').waitFor()
  const member = page.getByRole('region', { name: '会員の方' })
  // The shop has LINE turned off.
  expect(await page.getByRole('main').getByText('LINE').count()).toBe(0)
  await member.getByRole('button', { name: 'ログインする' }).click()
  await member.getByText('メールアドレスは必須です。入力してください。').waitFor()
  await member.getByText('パスワードは必須です。入力してください。').waitFor()
  await inspect(page, 'login-empty')
  await tryToLogIn(page, 'hanako@example.com', 'Tsubaki2025')
  await member.getByRole('alert').getByText('正しいメールアドレスとパスワードを入力してください。').waitFor()
  expect(await member.getByLabel('メールアドレス').inputValue()).toBe('hanako@example.com')
  // The focus moves to the error message.
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
  await member.getByRole('button', { name: /表示/ }).click()
  expect(await member.getByLabel('パスワード', { exact: true }).getAttribute('type')).toBe('text')
})

journey('a member on the form for new customers is offered the login, with the address filled in', async (visitor) => {
  const { page, expectProblem } = visitor
  expectProblem(/^(409|422): POST \/v1\/customer\/new/)
  const person = somebody()
  await guestCart(page, { sku: 133 })
  await page.goto('cart')
  await checkOut(page)
  await page.waitForURL('**/normal-purchase')
  const part = section(page, 'お客様情報')
  const email = field(part, 'メールアドレス')
  await email.fill('hanako@example,com')
  await email.blur()
  await part.getByText(/メールアドレスは.*入力してください。/).waitFor()
  await email.fill('hanako@gmial.com')
  await part.getByRole('button', { name: /もしかして hanako@gmail.com/ }).waitFor()
  await fillMemberForm(page, person)
  await payCash(page)
  await agree(page)
  // Another customer has registered the address meanwhile: shown at the field, with a link to the login.
  await newMember({ email: person.email })
  await page.getByRole('button', { name: '会員登録して確認へ進む' }).click()
  await part.getByText('すでに登録されています').waitFor()
  await email.fill('hanako@example.com')
  await email.blur()
  const hint = part.getByRole('status').filter({ hasText: 'ログインすると入力が省けます' })
  await hint.waitFor()
  await inspect(page, 'purchase-registered')
  await hint.getByRole('link', { name: 'ログインする' }).click()
  await page.getByText('hanako@example.com は会員登録がお済みです。').waitFor()
  const member = page.getByRole('region', { name: '会員の方' })
  expect(await member.getByLabel('メールアドレス').inputValue()).toBe('hanako@example.com')
  const password = member.getByLabel('パスワード', { exact: true })
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
  await password.fill(PASSWORD)
  await password.press('Enter')
  await page.waitForURL('**/normal-purchase?loggedIn=true')
})

journey(
  'member pages require the login; an ended session leads there and back; a logout leaves nothing',
  async (visitor) => {
    const { page, device, expectProblem } = visitor
    expectProblem(/^401: /)
    const member = await newMember()
    await inCartOf(member, { sku: 133, quantity: 2 })
    await page.goto('mypage/customer')
    await page.waitForURL('**/login?next=%2Fmypage%2Fcustomer')
    await logIn(page, member.email)
    await page.waitForURL('**/mypage/customer')
    await page.getByRole('heading', { level: 1, name: '会員情報' }).waitFor()
    // A logged-in member is redirected from the login screen.
    await moveTo(page, 'login')
    await page.waitForURL('**/mypage')

    await page.getByRole('link', { name: 'カート(2点)' }).click()
    await page.getByRole('button', { name: 'ご購入手続きへ' }).waitFor()
    await device.addCookies([{ name: 'access_token', value: 'x'.repeat(43), url: `${process.env.SHOP_URL}/` }])
    await page.getByRole('button', { name: 'ご購入手続きへ' }).click()
    await page.waitForURL('**/login?**')
    await logIn(page, member.email)
    await page.waitForURL('**/cart')
    await checkOut(page)
    await page.waitForURL('**/normal-purchase?loggedIn=true')
    await page.getByRole('heading', { level: 1, name: 'ご購入のお手続き' }).waitFor()
    await page.getByRole('radio', { name: /^代金引換/ }).check()

    await page.getByRole('button', { name: 'メニュー' }).click()
    await inspect(page, 'menu-member')
    await page.getByRole('dialog').getByRole('button', { name: 'ログアウト' }).click()
    await page.getByRole('region', { name: '会員の方' }).waitFor()
    await page.getByRole('link', { name: 'カート(0点)' }).waitFor()
    const left = await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'kushi.ad'))
    expect(left).toEqual([])
    expect((await device.cookies()).filter(({ name }) => name === 'access_token')).toEqual([])
    // Neither the previous page nor a reload restores the session.
    await page.goto('mypage')
    await page.waitForURL('**/login?next=%2Fmypage')
  },
)

journey('the login before a purchase offers the way for new customers first', async ({ page }) => {
  await guestCart(page, { sku: 133 })
  // Amazon's button must not shift the member's form while it loads, or a thumb could hit it by mistake.
  const member = page.getByRole('heading', { name: '会員の方' })
  const amazon = page.getByRole('region', { name: 'Amazon Pay' })
  const top = async () => Math.round((await member.boundingBox())!.y)
  await page.route('**/v1/setting/shop/payment/**', async (route) => {
    await page.waitForTimeout(500)
    await route.continue()
  })
  // Step 6 of the guard: no customer form was saved.
  await page.goto('normal-purchase')
  await page.waitForURL('**/login')
  await member.waitFor()
  const regions = page.getByRole('main').getByRole('region')
  await regions.first().getByRole('heading', { name: 'はじめての方' }).waitFor()
  const before = await top()
  expect(await amazon.count()).toBe(0)
  await amazon.waitFor()
  expect(await top()).toBe(before)
  await inspect(page, 'login-to-buy')
  await page.getByRole('button', { name: 'お客様情報の入力へ' }).click()
  await page.waitForURL('**/normal-purchase')
})
