import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { journey, type Visitor } from './lib/journey.ts'
import { mailTo } from './lib/sandbox.ts'

/** A manager sends an invitation and signs out; returns the path of the newest mail's link. */
async function invite({ page, device }: Visitor, email: string, nth = 1): Promise<string> {
  await page.request.post(`${process.env.SHOP_URL}/sandbox/operators/manager`)
  await page.goto('/admin/operators')
  await page.getByRole('button', { name: '担当者を招待する' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^メールアドレス/).fill(email)
  await dialog.getByLabel('役割').selectOption({ label: '出荷' })
  await page.getByRole('button', { name: '招待メールを送る' }).click()
  await page.getByText('招待中').first().waitFor()
  await expect.poll(async () => (await mailTo(email)).length, { timeout: 20_000 }).toBe(nth)
  const [mail] = await mailTo(email)
  await device.clearCookies()
  return new URL(/http\S+\/admin\/invitation\/[\w-]{43}/.exec(mail!.text)![0]).pathname
}

/** Sets name, password and authenticator; returns the authenticator's key. */
async function accept({ page }: Visitor, path: string): Promise<Secret> {
  await page.goto(path)
  await page.getByLabel(/^お名前/).fill('新人 一郎')
  await page.getByLabel(/^パスワード/).fill('a comb of boxwood')
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByText('読み取れないときは').click()
  const secret = Secret.fromBase32((await page.locator('details code').textContent())!)
  await page.getByLabel(/^認証アプリのコード/).fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: '設定を終えて始める' }).click()
  await page.getByRole('heading', { level: 1, name: /の椿野$/ }).waitFor()
  return secret
}

journey('an operator with an account joins a shop with the same sign-in', async (visitor) => {
  const { page, device, expectProblem } = visitor
  expectProblem(/^422: POST .*\/join$/)
  const email = `operator-${crypto.randomUUID().slice(0, 8)}@example.com`
  const secret = await accept(visitor, await invite(visitor, email))
  await sql('delete from operator_role where operator_id = (select id from operator where email = $1)', email)
  await device.clearCookies()
  await page.goto(await invite(visitor, email, 2))
  await page.getByRole('heading', { name: '椿野の管理画面に参加' }).waitFor()
  expect(await page.getByLabel(/^お名前/).count()).toBe(0)
  await page.getByLabel(/^パスワード/).fill('a comb of boxwood')
  await page.getByRole('button', { name: 'パスワードで参加する' }).click()
  await page.getByLabel(/^認証アプリのコード/).fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }))
  await page.getByRole('button', { name: 'パスワードで参加する' }).click()
  await page.getByRole('heading', { level: 1, name: /の椿野$/ }).waitFor()
})

journey(
  'a new operator is invited, sets up a code and a passkey, and signs in again with only the passkey',
  async (visitor) => {
    const { page, device, expectProblem } = visitor
    // The sign-in page checks for a session first.
    expectProblem(/^401: GET .*\/admin\/v1\/me$/)
    const email = `operator-${crypto.randomUUID().slice(0, 8)}@example.com`
    await accept(visitor, await invite(visitor, email))
    // A role's menu contains only what it may do.
    expect(await page.getByRole('link', { name: '担当者' }).count()).toBe(0)

    const devtools = await device.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    const authenticator = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true }
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: { ...authenticator, isUserVerified: true, automaticPresenceSimulation: true } as never,
    })
    await page.getByRole('button', { name: 'メニュー' }).click()
    await page.getByRole('link', { name: '自分の設定' }).click()
    await page.getByRole('button', { name: 'この端末を登録する' }).click()
    await page.getByText('パスキーを登録しました').waitFor()
    await page.getByRole('button', { name: 'メニュー' }).click()
    await page.getByRole('button', { name: 'ログアウト', exact: true }).first().click()
    await page.waitForURL('**/admin/sign-in')
    await page.getByRole('button', { name: 'パスキーでログイン' }).click()
    await page.getByRole('heading', { level: 1, name: /の椿野$/ }).waitFor()
  },
)
