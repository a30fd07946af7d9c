import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journey, type Visitor } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'
import { mailTo } from './lib/sandbox.ts'

/** The path of the link in this mail. */
const linkIn = ({ text }: { text: string }) => new URL(/http\S+\/admin\/invitation\/[\w-]{43}/.exec(text)![0]).pathname

/** A manager sends an invitation and signs out; returns the path of the mail's link. */
async function invite({ page, device }: Visitor, email: string): Promise<string> {
  await signIn(page, 'manager')
  await page.goto('/admin/operators')
  await page.getByRole('button', { name: '担当者を招待する' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/^メールアドレス/).fill(email)
  await dialog.getByLabel('役割').selectOption({ label: '出荷' })
  await page.getByRole('button', { name: '招待メールを送る' }).click()
  await page.getByText('招待中').first().waitFor()
  const [mail] = await mailTo(email)
  await device.clearCookies()
  return linkIn(mail!)
}

/** A manager on another device invites somebody who has an account. */
async function inviteAgain({ device }: Visitor, email: string): Promise<string> {
  await sql('delete from operator_role where operator_id = (select id from operator where email = $1)', email)
  const desk = await device.browser()!.newContext()
  await signIn(desk, 'manager')
  const asked = await desk.request.post(`${process.env.SHOP_URL}/admin/v1/operators/invite`, {
    headers: { 'x-kushi-admin': '1' },
    data: { email, role: 'shipping' },
  })
  expect(asked.status(), await asked.text()).toBe(200)
  await desk.close()
  await expect.poll(async () => (await mailTo(email)).length, { timeout: 20_000 }).toBe(2)
  return linkIn((await mailTo(email))[0]!)
}

/** Sets name, password and authenticator; returns the authenticator's key. */
async function accept({ page }: Visitor, path: string): Promise<Secret> {
  await page.goto(path)
  await page.getByLabel(/^お名前/).fill('新人 一郎')
  await page.getByLabel(/^パスワード/).fill('a comb of boxwood')
  await page.getByRole('button', { name: '次へ進む' }).click()
  await page.getByText('読み取れないときは').click()
  await inspect(page, 'admin-invitation')
  const secret = Secret.fromBase32((await page.locator('details code').textContent())!)
  await page.getByLabel(/^認証アプリのコード/).fill(new TOTP({ secret }).generate())
  await page.getByRole('button', { name: '設定を終えて始める' }).click()
  await page.getByRole('heading', { level: 1, name: /の椿野$/ }).waitFor()
  return secret
}

journey(
  'a new operator is invited, sets up a code and a passkey, signs in with only the passkey, and joins again with password and code',
  async (visitor) => {
    const { page, device, expectProblem } = visitor
    // The sign-in page checks for a session first.
    expectProblem(/^401: GET .*\/admin\/v1\/me$/)
    const email = `operator-${crypto.randomUUID().slice(0, 8)}@example.com`
    const secret = await accept(visitor, await invite(visitor, email))
    // A role's menu contains only what it may do.
    expect(await page.getByRole('link', { name: '担当者', includeHidden: true }).count()).toBe(0)

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
    await inspect(page, 'admin-account')
    await page.getByRole('button', { name: 'メニュー' }).click()
    await page.getByRole('button', { name: 'ログアウト', exact: true }).first().click()
    await page.waitForURL('**/admin/sign-in')
    await inspect(page, 'admin-sign-in')
    await page.getByRole('button', { name: 'パスキーでログイン' }).click()
    await page.getByRole('heading', { level: 1, name: /の椿野$/ }).waitFor()

    // Without a role they are invited anew, and the account is the same.
    expectProblem(/^422: POST .*\/join$/)
    await device.clearCookies()
    await page.goto(await inviteAgain(visitor, email))
    await page.getByRole('heading', { name: '椿野の管理画面に参加' }).waitFor()
    expect(await page.getByLabel(/^お名前/).count()).toBe(0)
    await page.getByLabel(/^パスワード/).fill('a comb of boxwood')
    await page.getByRole('button', { name: 'パスワードで参加する' }).click()
    await page.getByLabel(/^認証アプリのコード/).fill(new TOTP({ secret }).generate({ timestamp: Date.now() + 30_000 }))
    await page.getByRole('button', { name: 'パスワードで参加する' }).click()
    await page.getByRole('heading', { level: 1, name: /の椿野$/ }).waitFor()
  },
)
