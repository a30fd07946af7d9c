import { expect } from 'vitest'
import { inspect } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { logIn, PASSWORD, tryToLogIn } from './lib/login.ts'
import { memberWith } from './lib/member.ts'
import { checkOut, field, putInCart, section } from './lib/shopping.ts'

journey('login errors are shown, and the input stays', async ({ page, expectProblem }) => {
  expectProblem(/^422: POST \/v1\/common\/login\/customer/)
  await page.goto('login')
  await page.getByRole('heading', { level: 1, name: 'ログイン' }).waitFor()
  await inspect(page, 'login')
  const member = page.getByRole('region', { name: '会員の方' })
  await member.getByRole('button', { name: 'ログインする' }).click()
  await member.getByText('メールアドレスは必須です。入力してください。').waitFor()
  await member.getByText('パスワードは必須です。入力してください。').waitFor()
  await inspect(page, 'login-empty')
  for (const [email, password] of [
    ['hanako@example.com', 'Tsubaki2025'],
    ['nobody@example.com', PASSWORD],
  ] as const) {
    await tryToLogIn(page, email, password)
    // The same text for both, so that it does not reveal who is a member.
    await member.getByRole('alert').getByText('正しいメールアドレスとパスワードを入力してください。').waitFor()
    expect(await member.getByLabel('メールアドレス').inputValue()).toBe(email)
    // The focus moves to the error message.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
  }
  await inspect(page, 'login-refused')
  await member.getByRole('button', { name: /表示/ }).click()
  expect(await member.getByLabel('パスワード', { exact: true }).getAttribute('type')).toBe('text')
})

journey('a member on the form for new customers is offered the login, with the address filled in', async ({ page }) => {
  await putInCart(page, { product: 15 })
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
  await inspect(page, 'purchase-suggestion')
  await email.fill('hanako@example.com')
  await email.blur()
  const hint = part.getByRole('status').filter({ hasText: 'ログインすると入力が省けます' })
  await hint.waitFor()
  // The offer to log in does not block: the customer may continue typing.
  await field(part, '姓').fill('山口')
  await inspect(page, 'purchase-registered')
  await hint.getByRole('link', { name: 'ログインする' }).click()
  await page.getByText('hanako@example.com は会員登録がお済みです。').waitFor()
  const member = page.getByRole('region', { name: '会員の方' })
  expect(await member.getByLabel('メールアドレス').inputValue()).toBe('hanako@example.com')
  const password = member.getByLabel('パスワード', { exact: true })
  await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
  await inspect(page, 'login-registered')
  await password.fill(PASSWORD)
  await password.press('Enter')
  await page.waitForURL('**/normal-purchase?loggedIn=true')
})

journey('a logout leaves nothing of the member on the device', async ({ page, device }) => {
  await memberWith(device, { sku: 133, quantity: 2 })
  await page.goto('products')
  await page.getByRole('link', { name: 'カート(2点)' }).waitFor()
  await page.goto('normal-purchase?loggedIn=true')
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
})

journey('a member page requires the login and opens after it', async ({ page }) => {
  await page.goto('mypage/customer')
  await page.waitForURL('**/login?next=%2Fmypage%2Fcustomer')
  await logIn(page, 'taro@example.com')
  await page.waitForURL('**/mypage/customer')
  await page.getByRole('heading', { level: 1 }).waitFor()
  // A logged-in member is redirected from the login screen.
  await page.goto('login')
  await page.waitForURL('**/mypage')
})

journey(
  'a session that has ended leads to the login and back, with the cart',
  async ({ page, device, expectProblem }) => {
    expectProblem(/^401: /)
    const member = await memberWith(device, { sku: 133 })
    await page.goto('cart')
    await page.getByRole('button', { name: 'ご購入手続きへ' }).waitFor()
    await device.addCookies([{ name: 'access_token', value: 'x'.repeat(43), url: `${process.env.SHOP_URL}/` }])
    await page.getByRole('button', { name: 'ご購入手続きへ' }).click()
    await page.waitForURL('**/login?**')
    await logIn(page, member.email)
    await page.waitForURL('**/cart')
    await checkOut(page)
    await page.waitForURL('**/normal-purchase?loggedIn=true')
    await page.getByRole('heading', { level: 1, name: 'ご購入のお手続き' }).waitFor()
  },
)

journey('the login before a purchase offers the way for new customers first', async ({ page }) => {
  await putInCart(page, { product: 15 })
  // Step 6 of the guard: no customer form was saved.
  await page.goto('normal-purchase')
  await page.waitForURL('**/login')
  const regions = page.getByRole('main').getByRole('region')
  await regions.first().getByRole('heading', { name: 'はじめての方' }).waitFor()
  // Amazon's button must not shift the member's form while it loads, or a thumb could hit it by mistake.
  const member = page.getByRole('heading', { name: '会員の方' })
  const amazon = page.getByRole('region', { name: 'Amazon Pay' })
  const top = async () => Math.round((await member.boundingBox())!.y)
  await page.route('**/v1/setting/shop/payment/**', async (route) => {
    await page.waitForTimeout(500)
    await route.continue()
  })
  await page.goto('login?next=%2Fnormal-purchase')
  await member.waitFor()
  const before = await top()
  expect(await amazon.count()).toBe(0)
  await amazon.waitFor()
  expect(await top()).toBe(before)
  await inspect(page, 'login-to-buy')
  await page.getByRole('button', { name: 'お客様情報の入力へ' }).click()
  await page.waitForURL('**/normal-purchase')
})

journey('a checkout with an empty cart leads to the login, and a member to the home page', async ({ page, device }) => {
  await page.goto('normal-purchase')
  await page.waitForURL('**/login')
  await page.getByText(/まずは商品をカートに入れてください/).waitFor()
  await inspect(page, 'login-nothing-to-buy')
  await memberWith(device)
  await page.goto('periodic-purchase/confirm')
  await page.waitForURL((url) => url.pathname === '/sh/')
})
