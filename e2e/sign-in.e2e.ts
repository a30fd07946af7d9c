import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { newDevice } from './lib/browser.ts'
import { ordersOf, sql } from './lib/database.ts'
import { inspect, inspectInBothModes } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { logIn } from './lib/login.ts'
import { inCartOf, newMember } from './lib/member.ts'
import { cards, completed, order, toConfirmation, typeCard } from './lib/purchase.ts'
import { chargesOf, mailTo } from './lib/sandbox.ts'
import { checkOut } from './lib/shopping.ts'

/** The shop asks for a code in a new browser, while the journey runs. */
async function checkingDevices(walk: () => Promise<void>): Promise<void> {
  await sql('update shop set device_check_flag = true where id = 2')
  try {
    await walk()
  } finally {
    await sql('update shop set device_check_flag = false where id = 2')
  }
}

/** A phone that recognises its owner by the finger. */
async function signInByPasskey(device: BrowserContext, page: Page): Promise<void> {
  const devtools = await device.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const authenticator = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true }
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...authenticator, isUserVerified: true, automaticPresenceSimulation: true } as never,
  })
}

const dialog = (page: Page) => page.getByRole('dialog', { name: '確認コードの入力' })
const codeField = (page: Page) => dialog(page).getByLabel(/^確認コード/)

/** Waits for the newest code, which is none of `before`. */
async function codeFor(email: string, ...before: string[]): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const [mail] = (await mailTo(email)).filter(({ subject }) => subject.includes('確認コード'))
      code = /(?<!\d)\d{6}(?!\d)/.exec(mail?.text ?? '')?.[0] ?? ''
      return code !== '' && !before.includes(code)
    })
    .toBe(true)
  return code
}
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function typeCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code)
  await dialog(page).getByRole('button', { name: '確認して続ける' }).click()
}

async function logOut(page: Page): Promise<void> {
  await page.goto('mypage')
  await page.getByRole('main').getByRole('button', { name: 'ログアウト' }).click()
  await page.waitForURL('**/login')
}

journeyInBoth(
  'a passkey is offered after a login, and logs in; a new device types a code before a saved card pays',
  async ({ page, device, step, expectProblem }) =>
    checkingDevices(async () => {
      expectProblem(
        /^403: (POST|DELETE) .*\/v1\/(customer\/passkeys\/options|order\/public\/new|customer\/\d+\/card\/\d+\/delete.*)$/,
        /^422: POST .*\/v1\/customer\/device\/confirm$/,
      )
      const member = await newMember()
      await sql('update customer set email_verified_at = now() where email = $1', member.email)
      await signInByPasskey(device, page)

      step('offered after a login by password')
      await page.goto('login')
      await inspect(page, 'login-with-passkey')
      await logIn(page, member.email, member.password)
      await page.getByText('次からは、指紋や顔でログインできます').waitFor()
      await inspect(page, 'passkey-offer')
      await page.getByRole('button', { name: 'パスキーを登録する' }).click()
      const first = await codeFor(member.email)
      await typeCode(page, first)
      await page.getByText('パスキーを登録しました。').waitFor()
      expect(await page.getByText('次からは、指紋や顔で').count()).toBe(0)
      const subjects = (await mailTo(member.email)).map(({ subject }) => subject)
      await expect.poll(async () => (await mailTo(member.email))[0]!.subject).toContain('パスキーを登録しました')
      expect(subjects.some((subject) => subject.includes('確認コード'))).toBe(true)

      step('a card is saved without another code')
      await page.goto('mypage/payments/new')
      await typeCard(page, cards.good)
      await page.getByRole('button', { name: 'このカードを登録する' }).click()
      await page.getByText('カードを登録しました。').waitFor()

      step('logs in by a suggestion of the browser')
      // The finger is on the sensor as soon as the browser asks.
      await logOut(page)
      await page.waitForURL('**/mypage')

      step('logs in by the button')
      await page.addInitScript(() => {
        PublicKeyCredential.isConditionalMediationAvailable = async () => false
      })
      await logOut(page)
      await page.getByRole('button', { name: 'パスキーでログイン' }).click()
      await page.waitForURL('**/mypage')
      // Once offered, not again.
      await page.getByRole('heading', { level: 1, name: /さま$/ }).waitFor()
      expect(await page.getByText('次からは、指紋や顔で').count()).toBe(0)
      await page.goto('mypage/customer/security')
      await page.getByText('この端末', { exact: true }).waitFor()
      await inspect(page, 'passkeys-and-devices')

      step('a new device: the saved card waits for the code')
      await inCartOf(member, { sku: 117 })
      const other = await newDevice('phone')
      inspectInBothModes(other)
      const there = await other.newPage()
      await there.goto('login')
      await logIn(there, member.email, member.password)
      await there.goto('cart')
      await checkOut(there)
      await expect.poll(() => there.getByRole('radio', { name: /•••• 1111/ }).isChecked()).toBe(true)
      await toConfirmation(there)
      await order(there)
      await there.getByText(/に、確認コードをお送りしました。/).waitFor()
      const second = await codeFor(member.email, first)
      await typeCode(there, '12')
      await dialog(there).getByText('6桁の数字を入力してください。').waitFor()
      await typeCode(there, otherThan(second))
      await dialog(there)
        .getByText(/コードが正しくありません/)
        .waitFor()
      expect(await codeField(there).evaluate((one) => one === document.activeElement)).toBe(true)
      await inspect(there, 'device-code-wrong')
      expect(await ordersOf(member.email)).toEqual([])

      step('closed, the screen keeps all; asked again, the order goes on')
      await dialog(there).getByRole('button', { name: '閉じる' }).click()
      await there
        .getByText(/この端末の確認が必要です/)
        .first()
        .waitFor()
      await order(there)
      await there.getByText(/に、確認コードをお送りしました。/).waitFor()
      const third = await codeFor(member.email, first, second)
      // As a keyboard of full-width digits types it.
      await typeCode(
        there,
        third.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)),
      )
      const order_no = await completed(there)
      expect(await chargesOf(order_no)).toHaveLength(1)
      expect((await ordersOf(member.email)).map(({ status }) => status)).toEqual(['received'])
      await other.close()

      step('a dialog that needs the code stays under its dialog, and goes on')
      const third_device = await newDevice('phone')
      const elsewhere = await third_device.newPage()
      await elsewhere.goto('login')
      await logIn(elsewhere, member.email, member.password)
      await elsewhere.goto('mypage/payments')
      await elsewhere.getByRole('button', { name: /削除する$/ }).click()
      const deletion = elsewhere.getByRole('dialog', { name: 'カードの削除' })
      await deletion.getByRole('button', { name: '削除する' }).click()
      await typeCode(elsewhere, await codeFor(member.email, first, second, third))
      await elsewhere.getByText(/カードを削除しました/).waitFor()
      await third_device.close()

      step('the other devices and the passkey are removed')
      await page.goto('mypage/customer/security')
      const items = page.getByRole('region', { name: '確認済みの端末' }).getByRole('listitem')
      // With the one that registered.
      await expect.poll(() => items.count()).toBe(4)
      await items.last().getByRole('button').click()
      await expect.poll(() => items.count()).toBe(3)
      await page.getByRole('button', { name: /^パスキー.*を削除する$/ }).click()
      await page.getByText(/^パスキー.*を削除しました$/).waitFor()
    }),
)

journey(
  'in LINE’s browser nothing is said of passkeys',
  async ({ page }) => {
    const member = await newMember()
    await page.goto('login')
    expect(await page.getByRole('button', { name: 'パスキーでログイン' }).count()).toBe(0)
    await logIn(page, member.email, member.password)
    await page.getByRole('heading', { level: 1, name: /さま$/ }).waitFor()
    expect(await page.getByText(/パスキー/).count()).toBe(0)
    await page.goto('mypage/customer/security')
    await page.getByText(/このブラウザでは、パスキーを登録できません/).waitFor()
  },
  { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Safari Line/14.0' },
)
