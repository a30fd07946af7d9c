import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { inspect } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { logIn, PASSWORD, tryToLogIn } from './lib/login.ts'
import { endSession, inCartOf, newMember } from './lib/member.ts'
import { newPerson } from './lib/people.ts'
import { agreeToTerms, fillMemberForm, payCash } from './lib/purchase.ts'
import { field, guestCart, moveTo, section } from './lib/shopping.ts'

journey(
  'member pages require the login; an ended session leads there and back; a logout leaves nothing',
  async (visitor) => {
    const { page, device, expectProblem } = visitor
    expectProblem(/^401: /, /^422: POST \/v1\/common\/login\/customer/)
    const member = await newMember()
    await inCartOf(member, { sku: 133, quantity: 2 })
    await page.goto('mypage/customer')
    await page.waitForURL('**/login?next=%2Fmypage%2Fcustomer')
    const form = page.getByRole('region', { name: '会員の方' })
    // The shop has LINE turned off.
    await form.getByLabel('メールアドレス').waitFor()
    await page.getByText('ログインすると、お求めのページに進みます。').waitFor()
    expect((await page.getByRole('main').getByRole('heading', { level: 2 }).allTextContents())[0]).toBe('会員の方')
    expect(await page.getByRole('main').getByText('LINE').count()).toBe(0)
    // The first view has what newcomers can do, and the e-mail of members.
    const newcomers = page.getByRole('region', { name: 'はじめての方' }).getByRole('link', { name: '商品を見る' })
    for (const one of [newcomers, form.getByLabel('メールアドレス')]) {
      const { y, height } = (await one.boundingBox())!
      expect(y + height).toBeLessThan(page.viewportSize()!.height)
    }
    await form.getByRole('button', { name: 'ログインする' }).click()
    await form.getByText('メールアドレスを入力してください。').waitFor()
    await form.getByText('パスワードを入力してください。').waitFor()
    await inspect(page, 'login-empty')
    await tryToLogIn(page, member.email, 'Tsubaki2025')
    await form.getByRole('alert').getByText('正しいメールアドレスとパスワードを入力してください。').waitFor()
    expect(await form.getByLabel('メールアドレス').inputValue()).toBe(member.email)
    // The focus moves to the error message.
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('alert')
    await form.getByRole('button', { name: /表示/ }).click()
    expect(await form.getByLabel('パスワード', { exact: true }).getAttribute('type')).toBe('text')
    await logIn(page, member.email)
    await page.waitForURL('**/mypage/customer')
    await page.getByRole('heading', { level: 1, name: '会員情報' }).waitFor()
    // A logged-in member is redirected from the login screen.
    await moveTo(page, 'login')
    await page.waitForURL('**/mypage')

    // Its own check of the stock and its ways to pay come after the button.
    const settled = Promise.all([
      page.waitForResponse(/cart\/items\/check/),
      page.waitForResponse(/setting\/shop\/payment/),
    ])
    await page.getByRole('link', { name: 'カート(2点)' }).click()
    await settled
    // Ended from another device. The cart can be checked without a session; the form that the press leads to can't.
    await endSession((await device.cookies()).find(({ name }) => name === 'access_token')!.value)
    await page.getByRole('button', { name: 'ご購入手続きへ' }).click()
    await page.waitForURL('**/login?next=%2Fnormal-purchase%3FloggedIn%3Dtrue')
    await page.getByText('ログインの有効期限が切れました').waitFor()
    await logIn(page, member.email)
    await page.waitForURL('**/normal-purchase?loggedIn=true')
    await page.getByRole('button', { name: '入力内容を確認する' }).waitFor()
    await moveTo(page, 'cart')
    await page.getByRole('button', { name: 'ご購入手続きへ' }).waitFor()

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

journeyInBoth(
  'the login before a purchase offers both ways; a member on the form for new customers can log in',
  async (visitor) => {
    const { page, expectProblem } = visitor
    expectProblem(/^(409|422): POST \/v1\/customer\/new/)
    await guestCart(page, { sku: 133 })
    // Amazon's button must not shift the member's form while it loads, or a thumb could hit it by mistake.
    const heading = page.getByRole('heading', { name: '会員の方' })
    const amazon = page.getByRole('region', { name: 'Amazon Pay' })
    const top = async () => Math.round((await heading.boundingBox())!.y)
    const { promise: isMeasured, resolve: measured } = Promise.withResolvers<void>()
    await page.route('**/v1/setting/shop/payment/**', async (route) => {
      await isMeasured
      await route.continue()
    })
    // Step 6 of the guard: no customer form was saved.
    await page.goto('normal-purchase')
    await page.waitForURL('**/login')
    await heading.waitFor()
    const regions = page.getByRole('main').getByRole('region')
    await regions.first().getByRole('heading', { name: 'はじめての方' }).waitFor()
    const before = await top()
    expect(await amazon.count()).toBe(0)
    measured()
    await amazon.waitFor()
    expect(await top()).toBe(before)
    await page.unrouteAll()
    await inspect(page, 'login-to-buy')
    await page.getByRole('button', { name: 'お客様情報の入力へ' }).click()
    await page.waitForURL('**/normal-purchase')

    const person = newPerson()
    const part = section(page, 'お客様情報')
    const email = field(part, 'メールアドレス')
    await email.fill('hanako@gmial.com')
    await part.getByRole('button', { name: /もしかして hanako@gmail.com/ }).waitFor()
    await typeInKana(page, field(part, '姓'), ['つ', 'つば', 'つばき'], '椿')
    await expect.poll(() => field(part, 'せい').inputValue()).toBe('つばき')
    await fillMemberForm(page, person)
    await payCash(page)
    await agreeToTerms(page)
    // Another customer has registered the address meanwhile: shown at the field, with a link to the login.
    await newMember({ email: person.email })
    await page.getByRole('button', { name: '会員登録して確認へ進む' }).click()
    await part.getByText('すでに登録されています').waitFor()
    await email.fill('hanako@example.com')
    await email.blur()
    const hint = part.getByRole('status').filter({ hasText: 'ログインすると入力が省けます' })
    await hint.getByRole('link', { name: 'ログインする' }).click()
    await page.getByText('hanako@example.com は会員登録がお済みです。').waitFor()
    const member = page.getByRole('region', { name: '会員の方' })
    expect(await member.getByLabel('メールアドレス').inputValue()).toBe('hanako@example.com')
    const password = member.getByLabel('パスワード', { exact: true })
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true)
    await password.fill(PASSWORD)
    await password.press('Enter')
    await page.waitForURL('**/normal-purchase?loggedIn=true')
  },
)

/** As a Japanese keyboard types: the reading is composed, then replaced by the chosen kanji. */
async function typeInKana(page: Page, input: Locator, readings: readonly string[], kanji: string): Promise<void> {
  const keyboard = await page.context().newCDPSession(page)
  await input.focus()
  for (const text of [...readings, kanji])
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length })
  await keyboard.send('Input.insertText', { text: kanji })
}
